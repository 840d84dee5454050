import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aMember } from '#tests/kit/members.ts'
import { buyNowOn, outcome, payButton, aDeal } from '#tests/kit/shopping.ts'
import { rowOf, loseAnswer } from '#tests/kit/browser/parts.ts'

test.describe('a buyer who cancels', () => {
  test('on the payment page reads what it means, and frees the copy [cancel-1]', async ({ page, shop }) => {
    const { buyer, order, book } = await aDeal(shop, { book_name: 'Not After All' })
    await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
    await expect(payButton(page)).toBeEnabled()
    await page.getByText('Cancel order').click()
    await expect(page.getByText(/can’t reserve it again for 24 hours/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel this order' }).click()

    await expect(outcome(page).getByRole('heading', { name: 'This order was cancelled' })).toBeFocused()
    await expect(payButton(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.goto(`/advertise/${book}`)
    await expect(buyNowOn(page, 'Not After All')).toBeVisible()
  })

  test.describe('whose request succeeds without an answer', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('on My Orders still sees that it is cancelled', async ({ page, shop }) => {
      const { buyer } = await aDeal(shop, { book_name: 'Lost Word' })
      await openAs(page, shop, buyer, '/dashboard/my-orders')
      await page.route('**/cancel', loseAnswer)
      const row = rowOf(page, 'Lost Word')
      await row.getByText('Cancel order').click()
      await row.getByRole('button', { name: 'Cancel this order' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'You cancelled your order' })).toBeFocused()
      await expect(row).toContainText('Cancelled')
    })
  })
})

test.describe('somebody else’s order', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('is not found by others; the copy’s seller reads who reserved it, and is not asked to pay [cancel-2]', async ({
    page,
    shop,
  }) => {
    const { seller, buyer, order } = await aDeal(shop)
    const address = `/dashboard/payment/${order}`
    await test.step('another buyer', async () => {
      await openAs(page, shop, await aMember(shop, 'buyer'), address)
      await expect(page.getByText('That isn’t one of your orders.')).toBeVisible()
      await expect(page.getByText('The Tide Table')).toHaveCount(0)
      await expect(payButton(page)).toHaveCount(0)
      await page.getByRole('link', { name: 'Go to My Orders' }).click()
      await expect(page.getByRole('link', { name: 'Find a book' })).toBeVisible()
    })
    await test.step('its seller', async () => {
      await openAs(page, shop, seller, address)
      await expect(page.getByText(/^Reserved for Ben Ode until/)).toBeVisible()
      const summary = page.getByRole('region', { name: 'Order summary' })
      for (const words of ['Ben Ode', buyer.email, '+49 30 1234', 'Library steps'])
        await expect(summary).toContainText(words)
      await expect(page.getByText('Only the buyer can pay for this order.')).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText('for you')
      await expect(payButton(page)).toHaveCount(0)
      await expectAccessible(page)
    })
  })
})
