import { expect, test } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'
import { h1, cards } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a card and a book lead to their seller, and to all their books in order; without books it is gone', async ({
    page,
    shop,
  }) => {
    const seller = await aMember(shop, 'seller', 'Odile Marsh')
    const dear = await aBookOf(shop, seller, { book_name: 'The Dear One', resalePrice: '30', originalPrice: '40' })
    const book = await aBookOf(shop, seller, { book_name: 'The Cheap One', resalePrice: '3', originalPrice: '40' })
    await page.goto('/all-products')
    await cards(page).getByRole('link', { name: 'Odile Marsh' }).first().click()
    await expect(h1(page, 'Odile Marsh')).toBeVisible()
    await page.goto(`/advertise/${book}`)
    await page.getByRole('link', { name: 'Odile Marsh' }).click()
    await expect(h1(page, 'Odile Marsh')).toBeVisible()
    await expect(page).toHaveTitle('Books from Odile Marsh · Dogear')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
    await expect(page.getByText('Books sold')).toBeVisible()
    await page.getByLabel('Sort by').selectOption('Price, low to high')
    await expect(cards(page).getByRole('heading')).toHaveText(['The Cheap One', 'The Dear One'])

    for (const id of [book, dear]) await send(shop, `/api/my-books/${id}`, { method: 'DELETE', token: seller.token })
    const answer = await page.request.get(page.url())
    expect([answer.status(), await answer.text()]).toEqual([
      404,
      expect.stringContaining('the page may have been removed'),
    ])
  })
})
