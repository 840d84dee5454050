import { expect, test } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs, send } from '#tests/kit/members.ts'
import { stopTime } from '#tests/kit/browser/popups.ts'
import { cards } from '#tests/kit/browser/parts.ts'

test.describe('a read that fails', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|status of 404/] })

  test('is retried after one, two and four seconds, but not after a refusal; lists load 24 each [numbers-3]', async ({
    page,
    shop,
  }) => {
    const all = (await (await send(shop, '/api/all-books?limit=100')).json()) as unknown[]
    expect(all.length).toBeGreaterThan(24)
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const failure = page.getByText('An error has occurred: Please check your internet connection...')
    const retry = page.getByRole('button', { name: 'Retry' })
    const askedAt: number[] = []
    let answered = 0
    let isNo = false
    await page.route('**/api/all-books*', async (route) => {
      askedAt.push(await page.evaluate(() => Date.now()))
      await (isNo ? route.fulfill({ status: 404, json: {} }) : route.abort())
      answered += 1
    })
    await page.goto('/blogs')
    await stopTime(page)

    const goOn = async () => {
      await page.clock.runFor(100)
      await expect.poll(() => answered).toBe(askedAt.length)
      return failure.count()
    }
    const untilItFails = () => expect.poll(goOn, { intervals: [20], timeout: 40_000 }).toBe(1)
    await test.step('without a connection', async () => {
      await page.getByRole('link', { name: 'All products', exact: true }).click()
      await untilItFails()
      const waits = askedAt.slice(1).map((time, turn) => time - askedAt[turn]!)
      expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([1, 2, 4])
      await page.clock.runFor(120_000)
      expect(askedAt).toHaveLength(4)
    })
    await test.step('after a no', async () => {
      isNo = true
      await retry.click()
      await expect.poll(() => answered).toBe(5)
      await page.clock.runFor(120_000)
      // The page may hear of the no only now, and needs time to show it.
      await untilItFails()
      await page.clock.runFor(120_000)
      await expect(failure).toBeVisible()
      expect(askedAt).toHaveLength(5)
    })
    await page.unroute('**/api/all-books*')
    await page.clock.resume()
    await retry.click()
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(cards(page)).toHaveCount(Math.min(48, all.length))
  })
})
