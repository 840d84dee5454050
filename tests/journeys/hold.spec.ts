import { expect, expectAccessible, test } from '#tests/kit/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn, copyState, openBuyNow, orderState, outcome, payButton } from '#tests/kit/shopping.ts'

const FIVE_SECONDS = String(5 / 3600)
// A hold, and after it the job that ends it and the screen that looks again.
const LAPSE = { timeout: 30_000 }

test.use({ shopSettings: { HOLD_HOURS: FIVE_SECONDS } })

test.describe('a copy that nobody pays for', () => {
  test('goes back to the shelf by itself, and the payment page says so', async ({ page, shop }) => {
    const buyer = await aMember(shop, 'buyer')
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Paid Too Late' })
    await enterAs(page, shop, buyer)
    const dialog = await openBuyNow(page, id, 'Paid Too Late')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(/^Reserved for you until/)).toBeVisible()
    const order = new URL(page.url()).pathname.split('/').at(-1)!

    await expect(outcome(page).getByRole('heading', { name: 'The time to pay is over' })).toBeFocused(LAPSE)
    await expect(outcome(page)).toContainText('You weren’t charged, and the book is back on sale.')
    await expect(payButton(page)).toHaveCount(0)
    await expectAccessible(page)
    expect(await orderState(shop, buyer, order)).toBe('expired')
    expect(await copyState(shop, id)).toBe('unsold')

    await outcome(page).getByRole('link', { name: 'See the book again' }).click()
    await expect(buyNowOn(page, 'Paid Too Late')).toBeVisible()
  })

  test('is said on My Orders while one looks at it', async ({ page, shop }) => {
    const buyer = await aMember(shop, 'buyer')
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Looked At' })
    await enterAs(page, shop, buyer)
    await page.goto('/dashboard')
    const way = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' })
    await expect(way).toBeVisible()
    // Not before the page is there: what is held for seconds may be gone by then.
    await anOrderOf(shop, buyer, id)
    await way.click()
    const row = page.getByRole('row').filter({ hasText: 'Looked At' })
    await expect(row).toContainText('Reserved until')
    await expect(row.getByRole('link', { name: /^Pay/ })).toBeVisible()

    await expect(
      page.getByRole('status').filter({ hasText: 'Your reservation of “Looked At” has expired' }),
    ).toBeVisible(LAPSE)
    await expect(row).toContainText('Expired')
    await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
    await expectAccessible(page)
  })

  test.describe('is not for the same buyer', () => {
    test.use({ expectedConsoleErrors: [/409/] })
    test('within a day, but for everyone else', async ({ page, shop }) => {
      const buyer = await aMember(shop, 'buyer')
      const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Let Go' })
      const order = await anOrderOf(shop, buyer, id)
      await expect.poll(() => orderState(shop, buyer, order), LAPSE).toBe('expired')
      await enterAs(page, shop, buyer)
      const dialog = await openBuyNow(page, id, 'Let Go')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: 'within the last 24 hours' })).toBeFocused()
      await anOrderOf(shop, await aMember(shop, 'buyer'), id)
    })
  })
})
