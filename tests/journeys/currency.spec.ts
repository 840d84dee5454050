import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, bankCheck, fillInCard, orderState } from '#tests/kit/shopping.ts'

// No smaller unit than the yen: what takes a hundredth for granted shows or charges a hundred times too little or much.
test.use({ shopSettings: { CURRENCY: 'JPY' } })

test('in a shop in yen the price that is typed is shown, charged and kept', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  const book = await aBookOf(shop, seller, { book_name: 'The Paper Crane', originalPrice: '2400', resalePrice: '1200' })
  await page.goto(`/advertise/${book}`)
  await expect(page.getByRole('main')).toContainText('¥1,200')
  const facts = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(facts ?? '')).toMatchObject({ offers: { price: '1200', priceCurrency: 'JPY' } })

  const buyer = await aMember(shop, 'buyer')
  const order = await anOrderOf(shop, buyer, book)
  await enterAs(page, shop, buyer)
  await page.goto(`/dashboard/payment/${order}`)
  await fillInCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Pay ¥1,200' }).click()
  await expect(bankCheck(page).getByText('¥1,200')).toBeVisible()
  await bankCheck(page).getByRole('button', { name: 'Complete' }).click()
  await expect.poll(() => orderState(shop, buyer, order)).toBe('paid')
  await expect(page.getByRole('main')).toContainText('You paid ¥1,200')
})

test('the form of a new book asks for yen, and says at the field what is none', async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard/add-product')
  const price = page.getByLabel('Resale Price', { exact: true })
  await expect(price).toHaveAccessibleDescription(/at least ¥50/)
  for (const [typed, words] of [
    ['12.50', /Write a price such as 1250: only digits/],
    ['1,200', /Write a price such as 1250: only digits/],
    ['49', /The lowest price is ¥50/],
  ] as const) {
    await price.fill(typed)
    await page.getByRole('button', { name: 'Add Product', exact: true }).click()
    await expect(price).toHaveAccessibleDescription(words)
  }
  await price.fill('1200')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('¥1,200')
  await expectAccessible(page)
})
