import { expect, test, type Page } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs, type Member } from '#tests/kit/members.ts'
import { expireClaimOf } from '#tests/kit/shop-database.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { buyNowOn, openBuyNow, orderState, outcome, payButton, aDeal } from '#tests/kit/shopping.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

/** Advances 48 hours: for the shop, then for the page. */
async function expire(page: Page, shop: ShopProcess, buyer: Member, order: string): Promise<void> {
  await expireClaimOf(shop, order)
  await expect.poll(() => orderState(shop, buyer, order)).toBe('expired')
  await page.clock.fastForward('48:01:00')
}

test.describe('an unpaid reservation', () => {
  test('expires by itself, and the payment page says so [expiry-1]', async ({ page, shop }) => {
    const buyer = await aMember(shop, 'buyer')
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Paid Too Late' })
    await enterAs(page, shop, buyer)
    await page.clock.install()
    const dialog = await openBuyNow(page, id, 'Paid Too Late')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(/^Reserved for you until/)).toBeVisible()
    // Whose payment is still being begun would be refused it.
    await expect(payButton(page)).toBeEnabled()
    const order = new URL(page.url()).pathname.split('/').at(-1)!
    await test.step('its end is announced as it draws near, not every second', async () => {
      const announced = page.getByRole('status').filter({ hasText: /left to pay/ })
      await expect(announced).toHaveCount(0)
      await page.clock.fastForward('01:05:00')
      await expect(announced).toHaveText('Less than an hour is left to pay.')
      await page.clock.fastForward('00:50:00')
      await expect(announced).toHaveText('Less than ten minutes are left to pay.')
    })
    await expire(page, shop, buyer, order)

    await expect(outcome(page).getByRole('heading', { name: 'The time to pay is over' })).toBeFocused()
    await expect(outcome(page)).toContainText('You weren’t charged.')
    await expect(payButton(page)).toHaveCount(0)
    await outcome(page).getByRole('link', { name: 'See the book again' }).click()
    await expect(buyNowOn(page, 'Paid Too Late')).toBeVisible()
  })

  test('is shown as expired on an open My Orders', async ({ page, shop }) => {
    const { buyer, order } = await aDeal(shop, { book_name: 'Looked At' })
    await enterAs(page, shop, buyer)
    await page.clock.install()
    await page.goto('/dashboard/my-orders')
    const row = rowOf(page, 'Looked At')
    await expect(row).toContainText('Reserved until')
    await expect(row.getByRole('link', { name: /^Pay/ })).toBeVisible()
    await expire(page, shop, buyer, order)

    await expect(
      page.getByRole('status').filter({ hasText: 'Your reservation of “Looked At” has expired' }),
    ).toBeVisible()
    await expect(row).toContainText('Expired')
    await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  })
})
