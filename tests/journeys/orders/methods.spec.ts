import { expect, expectAccessible, openAs, test, type Page } from '#tests/kit/browser/journey.ts'
import { orderState, outcome, payButton, aDeal, type Deal } from '#tests/kit/shopping.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

test.use({ shopSettings: { PAYMENT_METHODS: 'account' } })

/** Opens the payment page of a buyer's order, and chooses a method there. */
async function choose(page: Page, shop: ShopProcess, method: string): Promise<Deal> {
  const deal = await aDeal(shop)
  await openAs(page, shop, deal.buyer, `/dashboard/payment/${deal.order}`)
  await expect(payButton(page)).toBeEnabled()
  await page.getByRole('radio', { name: method }).check()
  return deal
}

test('a method that redirects leads to a bank and back; refused or left it can be tried again, and it pays [methods-1]', async ({
  page,
  shop,
}) => {
  const { order, buyer } = await choose(page, shop, 'Amazon Pay')
  const bank = page.getByRole('main', { name: 'Test bank' })
  const failure = page.getByRole('alert').filter({ hasText: '⚠' }).getByRole('paragraph')
  const leave = async () => {
    await page.getByRole('radio', { name: 'Amazon Pay' }).check()
    await payButton(page).click()
    await expect(bank).toContainText('$12.50')
  }
  const backAt = (words: string) =>
    test.step(words, async () => {
      await expect(failure).toContainText(words)
      await expect(failure).toBeFocused()
      expect(new URL(page.url()).search).toBe('')
      expect(await orderState(shop, buyer, order)).toBe('claimed')
    })
  await expectAccessible(page)
  await leave()
  await bank.getByRole('button', { name: 'Fail test payment' }).click()
  await backAt('choose a different payment method')
  await leave()
  await bank.getByRole('link', { name: 'Leave without an answer' }).click()
  await backAt('You came back without having paid')
  await leave()
  await bank.getByRole('button', { name: 'Authorize test payment' }).click()
  await expect(outcome(page)).toContainText('You paid $12.50 online')
  expect(new URL(page.url()).search).toBe('')
})

test.describe('a payment that takes days', () => {
  // Each "not paid yet" of our server is a 409, which browsers put on the console.
  test.use({ expectedConsoleErrors: [/409/] })

  test('keeps the book and says so to both, and the page shows when it has arrived [methods-2]', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    await page.clock.install()
    const { order, buyer, seller } = await choose(page, shop, 'US bank account')
    await page.getByText('Test account numbers').click()
    await page.getByRole('button', { name: /the account 000123456789/ }).click()
    await payButton(page).click()
    await expect(outcome(page).getByRole('heading', { name: 'The payment is on its way' })).toBeFocused()
    await expect(outcome(page)).toContainText('Your bank is sending the payment. This can take some days')
    await expectAccessible(page)
    const sellersPage = await anotherBrowser()
    await openAs(sellersPage, shop, seller, `/dashboard/orders/${order}`)
    await expect(sellersPage.getByRole('heading', { name: 'The payment is on its way' })).toBeVisible()
    await until(async () => (await orderState(shop, buyer, order)) === 'paid')
    await page.clock.runFor(6000)
    await expect(outcome(page).getByRole('heading', { name: 'Thank you! This book is yours' })).toBeFocused()
  })
})
