import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, outcome, payWith } from '#tests/kit/shopping.ts'

// An amount that is too much is the server's to refuse.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a part of the price goes back, then the rest; both sides see how much and why', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller, { book_name: 'A Torn Page' }))
  await enterAs(page, shop, buyer)
  await page.goto(`/dashboard/payment/${order}`)
  await payWith(page, '4242 4242 4242 4242')
  await outcome(page).getByRole('link', { name: 'your order' }).click()

  const sellers = await anotherBrowser()
  await enterAs(sellers, shop, seller)
  await sellers.goto(`/dashboard/orders/${order}`)
  await sellers.locator('summary', { hasText: 'Refund' }).click()
  const amount = sellers.getByLabel('Amount')
  await expect(amount).toHaveValue('12.50')
  await amount.fill('20')
  const form = sellers.locator('form').filter({ has: amount })
  await form.getByLabel('The book isn’t as described').check()
  await sellers.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(sellers.getByText('At most $12.50 is left to refund').first()).toBeVisible()
  await amount.fill('2.50')
  await expect(sellers.getByText('$10.00 remains with the seller, and the order goes on.')).toBeVisible()
  await expectAccessible(sellers)
  await sellers.getByRole('button', { name: 'Refund $2.50' }).click()
  const listed = sellers.getByRole('region', { name: 'Refunds' }).getByRole('listitem')
  await expect(listed).toHaveText([/\$2\.50 by the seller.*isn’t as described.*Sent by card/])

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paid: meet and take the book' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' }).getByRole('listitem')).toHaveText([
    /\$2\.50 by the seller/,
  ])
  await expectAccessible(page)
  await page.goto(`/dashboard/payment/${order}`)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByRole('definition').filter({ hasText: /^\$2\.50$/ })).toBeVisible()

  await sellers.locator('summary', { hasText: 'Refund' }).click()
  await expect(sellers.getByLabel('Amount')).toHaveValue('10.00')
  await form.getByLabel('Another reason').check()
  await sellers.getByRole('button', { name: 'Refund $10.00' }).click()
  await expect(sellers.getByRole('heading', { name: 'Refunded', exact: true })).toBeFocused()
  await expect(listed).toHaveText([/\$2\.50/, /\$10\.00/])
})
