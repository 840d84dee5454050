import { freePort } from '#server/database/embedded/free-port.ts'
import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { live } from '#tests/kit/shop-process.ts'
import { payButton, aDeal } from '#tests/kit/shopping.ts'

const port = String(await freePort())

// A live shop without card keys, and without a mail server: neither may stop trade.
test.use({
  shopSettings: {
    ...live,
    LOG_LEVEL: 'silent',
    PORT: port,
    HOLD_HOURS: '1',
    PUBLIC_URL: `http://localhost:${port}`,
  },
})

test('a live shop starts empty, and without card keys takes cash, after the seller agrees [cards-off-1]', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  await expect(page.getByText('pay in cash, and take your book home')).toBeVisible()
  await expect(page.getByText('Be the first to list a book')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Buy Now/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See all products' })).toHaveAttribute('href', '/all-products')
  await expect(page.getByText('Demo: cards and emails are not real')).toHaveCount(0)

  const { buyer, seller, order } = await aDeal(shop)
  await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
  await expect(page.getByRole('heading', { name: 'You asked to pay in cash' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('once the seller has accepted cash')
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByText('left to pay')).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/dashboard/my-orders')
  await expect(page.getByText('You asked to pay in cash. The seller hasn’t answered yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await openAs(page, shop, seller, `/dashboard/orders/${order}`)
  await page.locator('summary', { hasText: 'Decline' }).click()
  await expect(page.getByRole('radio', { name: 'The book isn’t available any more' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /card/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Choose a reason').first()).toBeVisible()
  await page.getByRole('radio', { name: 'The book isn’t available any more' }).check()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled', level: 2 })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('isn’t available any more')
  await page.goto('/dashboard/statement')
  await expect(page.getByText('Buyers pay you in cash here')).toBeVisible()
})
