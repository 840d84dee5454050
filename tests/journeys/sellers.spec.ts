import { expect, test, untilHydrated, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')

test.use({ shopSettings: openCatalogue })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a book leads to its seller, and to all their books in order', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller', 'Odile Marsh')
    await aBookOf(shop, seller, { book_name: 'The Dear One', resalePrice: '30', originalPrice: '40' })
    const book = await aBookOf(shop, seller, { book_name: 'The Cheap One', resalePrice: '3', originalPrice: '40' })
    await page.goto(`/advertise/${book}`)
    await page.getByRole('link', { name: 'Odile Marsh' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Odile Marsh' })).toBeVisible()
    await expect(page).toHaveTitle('Books from Odile Marsh · Dogear')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
    await expect(page.getByText('Books sold')).toBeVisible()
    await page.getByRole('link', { name: 'Price, low to high' }).click()
    await expect(cards(page).getByRole('heading')).toHaveText(['The Cheap One', 'The Dear One'])
  })
})

test('a card leads to the seller as well, and says when they are away or gone', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller', 'Ida Holm')
  const book = await aBookOf(shop, seller)
  await page.goto('/all-products')
  await untilHydrated(page)
  await cards(page).getByRole('link', { name: 'Ida Holm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ida Holm' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^1 book$/ })).toBeVisible()
  await send(shop, '/api/my-books', { method: 'PUT', token: seller.token, body: { isPaused: true } })
  await page.reload()
  await expect(page.getByText('The seller is away.')).toBeVisible()
  await expect(page.getByText('Nothing for sale at the moment.')).toBeVisible()
  await send(shop, `/api/my-books/${book}`, { method: 'DELETE', token: seller.token })
  const answer = await page.request.get(page.url())
  expect([answer.status(), await answer.text()]).toEqual([404, expect.stringContaining('the page may also be gone')])
})
