import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember } from '#tests/kit/members.ts'
import { aPaidOrderOf } from '#tests/kit/shopping.ts'

/** Stripe's test card whose payment the bank takes back at once. */
const DISPUTED_CARD = '4000000000000259'

test('an admin finds a chargeback from the dashboard, with the day of answer; both sides read what happens', async ({
  page,
  shop,
}) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const title = 'A Disputed Page'
  const order = await aPaidOrderOf(
    shop,
    buyer,
    await aBookOf(shop, seller, { book_name: title }),
    undefined,
    DISPUTED_CARD,
  )

  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
  await expect(
    page
      .getByRole('main')
      .getByText(/\d+ chargebacks? to answer/)
      .first(),
  ).toBeVisible()
  await page.goto('/dashboard/orders?state=disputed')
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Chargeback open')
  await page.getByRole('link', { name: title }).click()
  const section = page.getByRole('region', { name: 'Chargeback' })
  await expect(section).toContainText('$12.50: taken back while the bank looks into it')
  await expect(section).toContainText(/Answer by \w+ \d+ \w+ \d{4}/)
  await expect(page.getByText('Nothing can be refunded until it has decided')).toBeVisible()
  await expectAccessible(page)

  await openAs(page, shop, seller, `/dashboard/orders/${order}`)
  await expect(page.getByRole('heading', { name: 'Waiting for the card’s bank' })).toBeVisible()
  await expect(page.getByText('Please keep the book until then')).toBeVisible()
  await expect(section).not.toContainText('Answer by')
  await expect(page.locator('summary', { hasText: 'Refund' })).toHaveCount(0)

  await openAs(page, shop, buyer, `/dashboard/orders/${order}`)
  await expect(page.getByText('Your bank is looking into the payment')).toBeVisible()
})
