import { expect, test, untilAlive, logOut } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs, send } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime, toastOf } from '#tests/kit/browser/popups.ts'

test.describe('a popup', () => {
  test('of a sign-up’s validation stands for a second', async ({ page }) => {
    await page.goto('/register')
    await stopTime(page)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expectStandsFor(page, popup(page, 'All fields are required'), 1000)
  })

  test('takes no focus, and stays while the pointer rests on it', async ({ page }) => {
    await page.goto('/login')
    await stopTime(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    const notice = popup(page, 'All fields are required')
    await expect(notice).toBeVisible()
    expect(await page.evaluate(() => document.activeElement?.closest('[role=alert] .sheet'))).toBeNull()
    await notice.hover()
    await page.clock.runFor(60_000)
    await expect(notice).toBeVisible()
    await page.mouse.move(0, 0)
    await expectStandsFor(page, notice, 1000)
  })
})

test.describe('a toast', () => {
  test('of a success stands for two seconds', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'user'))
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'I want to sell' })).toBeVisible()
    await stopTime(page)
    await page.getByRole('button', { name: 'I want to sell' }).click()
    await expectStandsFor(page, toastOf(page, 'You can list books now'), 2000)
  })

  test.describe('of a failure', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('stands for four seconds', async ({ page, shop }) => {
      await enterAs(page, shop, await aMember(shop, 'buyer'))
      await page.goto('/dashboard')
      await page.route('**/api/identity/sign-out', (route) => route.abort())
      await untilAlive(page)
      await stopTime(page)
      await logOut(page)
      const words = 'You’re still signed in: we couldn’t log you out. Please try again.'
      await expectStandsFor(page, toastOf(page, words), 4000)
    })
  })

  test('of neither stands for four seconds, and of many at most twenty at once', async ({ page, context }) => {
    await page.goto('/blogs')
    // Until the last typeface is there: what is asked for without a connection fails on the console.
    await page.waitForLoadState('networkidle')
    await stopTime(page)
    const losses = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        await context.setOffline(true)
        await expect(page.getByText(/^You’re offline\./)).toBeVisible()
        await context.setOffline(false)
        await expect(page.getByText(/^You’re offline\./)).toHaveCount(0)
      }
    }
    const back = toastOf(page, 'You’re back online')
    await losses(1)
    await expectStandsFor(page, back, 4000)
    await losses(19)
    await expect(back).toHaveCount(19)
    await losses(1)
    await expect(back).toHaveCount(20)
    await losses(3)
    await expect(back).toHaveCount(20)
  })
})

test.describe('a read that fails', () => {
  test.use({ expectedConsoleErrors: [/status of (404|429|503)/] })

  test('is repeated after one, two and four seconds, and not again', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const askedAt: number[] = []
    let answered = 0
    await page.route('**/api/all-books*', async (route) => {
      askedAt.push(await page.evaluate(() => Date.now()))
      await route.fulfill({ status: 503, json: {} })
      answered += 1
    })
    await page.goto('/blogs')
    await untilAlive(page)
    await stopTime(page)
    await page.getByRole('link', { name: 'All products', exact: true }).click()
    const failure = page.getByText('An error has occurred: Please check your internet connection...')
    const goOn = async () => {
      await page.clock.runFor(100)
      await expect.poll(() => answered).toBe(askedAt.length)
      return failure.count()
    }
    await expect.poll(goOn, { intervals: [20], timeout: 40_000 }).toBe(1)
    const waits = askedAt.slice(1).map((time, turn) => time - askedAt[turn]!)
    expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([1, 2, 4])
    await page.clock.runFor(120_000)
    expect(askedAt).toHaveLength(4)
  })

  test('is not repeated after a no that stays one', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    let asked = 0
    await page.route('**/api/all-books*', (route) => {
      asked += 1
      return route.fulfill({ status: 404, json: {} })
    })
    await page.goto('/all-products')
    await expect(page.getByText('An error has occurred: Please check your internet connection...')).toBeVisible()
    expect(asked).toBe(1)
  })
})

test('a list shows 24 books at a time', async ({ page, shop }) => {
  const all = (await (await send(shop, '/api/all-books?limit=100')).json()) as unknown[]
  expect(all.length).toBeGreaterThan(24)
  await enterAs(page, shop, await aMember(shop, 'buyer'))
  await page.goto('/all-products')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(Math.min(48, all.length))
})
