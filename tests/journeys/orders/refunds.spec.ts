import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, type Member } from '#tests/kit/members.ts'
import { aPaidOrderOf } from '#tests/kit/shopping.ts'

// An amount that is too much is the server's to refuse.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a part of the price goes back, then the rest; both sides see how much and why', async ({ page, shop }) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const order = await aPaidOrderOf(shop, buyer, await aBookOf(shop, seller, { book_name: 'A Torn Page' }))
  const enter = async (who: Member) => {
    await openAs(page, shop, who, `/dashboard/orders/${order}`)
  }
  const amount = page.getByLabel('Amount')
  const form = page.locator('form').filter({ has: amount })
  const listed = page.getByRole('region', { name: 'Refunds' }).getByRole('listitem')

  await enter(seller)
  await page.locator('summary', { hasText: 'Refund' }).click()
  await expect(amount).toHaveValue('12.50')
  await amount.fill('20')
  await form.getByLabel('The book isn’t as described').check()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('At most $12.50 is left to refund').first()).toBeVisible()
  await amount.fill('12.50')
  await expect(form.getByText('closes the order')).toBeVisible()
  for (const none of ['0', 'half']) {
    await amount.fill(none)
    await expect(form.getByText(/closes the order|You keep/)).toHaveCount(0)
  }
  await amount.fill('2.50')
  await expect(page.getByText('You keep $10.00, and the order goes on.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund $2.50' }).click()
  await expect(listed).toHaveText([/\$2\.50 refunded by you.*isn’t as described.*Sent by card/])
  await expect(page.getByRole('heading', { name: 'Refunds' })).toBeFocused()

  await test.step('the buyer reads it', async () => {
    await enter(buyer)
    await expect(page.getByRole('heading', { name: 'Paid: meet and take the book' })).toBeVisible()
    await expect(listed).toHaveText([/\$2\.50 refunded by the seller/])
    await page.goto(`/dashboard/payment/${order}`)
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt.getByRole('definition').filter({ hasText: /^\$2\.50$/ })).toBeVisible()
  })

  await enter(seller)
  await page.locator('summary', { hasText: 'Refund' }).click()
  await expect(amount).toHaveValue('10.00')
  await form.getByLabel('Another reason').check()
  await page.getByRole('button', { name: 'Refund $10.00' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded', exact: true })).toBeFocused()
  await expect(listed).toHaveText([/\$2\.50/, /\$10\.00/])
})
