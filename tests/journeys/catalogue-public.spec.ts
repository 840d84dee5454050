import { BUDGET_BYTES, firstLoads } from '#tools/size/first-loads.ts'
import { expect, test, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { h1, cards, loadMore } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue })

const titlesOn = (page: Page) => cards(page).getByRole('heading').allTextContents()

test.describe('a catalogue for everyone, without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('shows all books, page by page, and the way to each [catalogue-public-1]', async ({ page, shop }) => {
    await page.goto('/all-products')
    await expect(cards(page)).toHaveCount(24)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    await expect(page).toHaveTitle('All products · Dogear')
    const first = await titlesOn(page)

    await loadMore(page).click()
    await expect(page).toHaveURL(/\/all-products\?cursor=/)
    const second = await titlesOn(page)
    expect(second.length).toBeGreaterThan(5)
    expect(second.filter((title) => first.includes(title))).toEqual([])

    await page.getByRole('link', { name: `Buy Now: ${second[0]}` }).click()
    await expect(h1(page, second[0]!)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`^${shop.origin}/buy/`))
  })

  test('shows the books of a category [catalogue-public-2]', async ({ page }) => {
    await page.goto('/books/novel-book')
    await expect(h1(page, 'Novel Book')).toBeVisible()
    await expect(cards(page).first()).toContainText('Novel Book')
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  })
})

test('the first load of each public page is within its budget of JavaScript', async ({ page, shop }) => {
  const loads = await firstLoads(page, shop.origin)
  expect(Math.min(...loads.map(({ bytes }) => bytes))).toBeGreaterThan(50_000)
  expect(loads.filter(({ bytes }) => bytes > BUDGET_BYTES)).toEqual([])
})
