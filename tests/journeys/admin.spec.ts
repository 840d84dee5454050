import type { Locator } from '@playwright/test'
import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember, enterAs, send } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime } from '#tests/kit/browser/popups.ts'
import { h1, rowOf, cards, sideMenu } from '#tests/kit/browser/parts.ts'

test('npm run admin makes an admin by a link; Reported Items says Coming Soon... to them [admin-1]', async ({
  page,
  shop,
}) => {
  const { code, output } = await shop.tool('tools/admin.ts', `admin-${crypto.randomUUID()}@example.org`)
  expect(code).toBe(0)
  await page.goto(/https?:\/\/\S+token=\S+/.exec(output)?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(h1(page, 'Dashboard')).toBeVisible()
  // Other journeys may have reported something.
  await page.route('**/api/report-cases*', (route) => route.fulfill({ status: 200, json: [] }))
  await sideMenu(page).getByRole('link', { name: 'Reported Items' }).click()
  await expect(h1(page, 'Reported Items')).toBeVisible()
  await expect(page.getByText('Coming Soon...', { exact: true })).toBeVisible()
})

test.describe('All sellers', () => {
  test.use({ expectedConsoleErrors: [/status of 40[134]/] })

  test('shows name, email and status, and deletes a seller, who is signed out with the reason [admin-2]', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    const seller = await aMember(shop, 'seller', 'Cosmo Trent')
    const id = await aBookOf(shop, seller, { book_name: 'A Shelf Too Many' })
    const theirs = await anotherBrowser()
    await openAs(theirs, shop, seller, '/dashboard/my-products')
    await expect(rowOf(theirs, 'A Shelf Too Many')).toBeVisible()

    await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/all-sellers')
    await expect(h1(page, 'All sellers')).toBeVisible()
    for (const column of ['Name', 'Email', 'Status', 'Action'])
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    const row = rowOf(page, seller.email)
    for (const words of ['Cosmo Trent', /seller/i, 'unverified']) await expect(row).toContainText(words)
    await stopTime(page)
    await row.getByRole('button', { name: 'Delete Cosmo Trent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Cosmo Trent?' })
    await expect(dialog).toContainText(seller.email)
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await expectStandsFor(page, popup(page, 'Seller deleted'), 1000)
    await page.clock.resume()
    await expect(row).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('table', { name: /All sellers/ })).toBeVisible()
    await expect(row).toHaveCount(0)

    // That the session is over may be known, and the login screen be there, before the reason is.
    const email = theirs.getByLabel('Email')
    await theirs.route('**/api/jwt', async (route) => {
      await email.fill('half@typed')
      await route.continue()
    })
    await rowOf(theirs, 'A Shelf Too Many').getByRole('button', { name: 'Advertise' }).click()
    await expect(theirs).toHaveURL(/\/login/)
    const reason = theirs.getByRole('alert').getByText('This account was closed by the club.')
    await expect(reason).toBeVisible()
    await expect(email).toHaveValue('half@typed')
    await theirs.reload()
    await expect(reason).toBeVisible()
    expect(await theirs.evaluate(() => localStorage.getItem('club'))).toBeNull()
    await expect(send(shop, `/api/advertise/${id}`)).rejects.toThrow('404')
    await theirs.goto('/dashboard')
    await expect(theirs).toHaveURL(/\/login/)
  })
})

test.describe('when the server fails', () => {
  // A permanent refusal, which isn't retried; retries are in tests/journeys/numbers.spec.ts.
  test.use({ expectedConsoleErrors: [/status of 409/] })
  const no = { status: 409, json: { code: 'internal', title: 'x', detail: 'The shelves are being moved' } }

  test('All sellers, All buyers, a category and My Products show an error with a Retry [admin-3]', async ({
    page,
    shop,
  }) => {
    const retried = async (screen: string, call: string, words: Locator, listed = page.getByRole('table')) => {
      await page.route(call, (route) => route.fulfill(no))
      await page.goto(screen)
      await expect(words).toBeVisible()
      await page.unroute(call)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(listed).toBeVisible()
      await expect(words).toHaveCount(0)
    }
    await enterAs(page, shop, await demoMember(shop, 'admin'))
    const words = page.getByText('An error has occurred: The shelves are being moved')
    for (const list of ['all-sellers', 'all-buyers'])
      await test.step(list, () => retried(`/dashboard/${list}`, `**/api/${list}*`, words))
    await test.step('a category', () =>
      retried('/books/novel-book', '**/api/books/novel-book*', words, cards(page).first()))
    await test.step('my-products', async () => {
      const seller = await aMember(shop, 'seller')
      await aBookOf(shop, seller)
      await enterAs(page, shop, seller)
      const failed = page.getByRole('alert').getByText(/Something went wrong\.\.\.$/)
      await retried('/dashboard/my-products', '**/api/my-books*', failed)
      await expect(rowOf(page, 'The Tide Table')).toBeVisible()
    })
  })
})

test.describe('my orders answered with 401 or 403', () => {
  test.use({ expectedConsoleErrors: [/status of 40[13]/] })
  test('log the buyer out, with the reason [admin-4]', async ({ page, shop }) => {
    for (const [status, words] of [
      [401, /been signed out/],
      [403, /ledger/],
    ] as const)
      await test.step(String(status), async () => {
        await enterAs(page, shop, await aMember(shop, 'buyer'))
        await page.route('**/api/my-orders?*', (route) =>
          route.fulfill({ status, json: { detail: 'The ledger is closed to you.' } }),
        )
        await page.goto('/dashboard/my-orders')
        await expect(page).toHaveURL(/\/login/)
        const reason = page.getByRole('alert').getByText(words)
        await expect(reason).toBeVisible()
        await page.reload()
        await expect(reason).toBeVisible()
        await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('club'))).toBeNull()
        await page.unroute('**/api/my-orders?*')
      })
  })
})
