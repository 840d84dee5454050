import { BUDGET_BYTES, firstLoads } from '#tools/size/first-loads.ts'
import { expect, expectAccessible, test, untilHydrated, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'

test.use({ shopSettings: openCatalogue })

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load more' })
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
    await expect(page.getByRole('heading', { level: 1, name: second[0]! })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`^${shop.origin}/buy/`))
  })

  test('shows the books of a category [catalogue-public-2]', async ({ page }) => {
    await page.goto('/books/novel-book')
    await expect(page.getByRole('heading', { level: 1, name: 'Novel Book' })).toBeVisible()
    await expect(cards(page).first()).toContainText('Novel Book')
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  })
})

test.describe('a catalogue for everyone, with scripts', () => {
  test('Load more adds below what is shown, and Back restores the list', async ({ page }) => {
    await page.goto('/all-products')
    await untilHydrated(page)
    const first = await titlesOn(page)
    await loadMore(page).click()
    await expect(cards(page)).not.toHaveCount(24)
    const both = await titlesOn(page)
    expect(both.slice(0, 24)).toEqual(first)
    await expectAccessible(page)

    await cards(page)
      .last()
      .getByRole('link', { name: both.at(-1)!, exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: both.at(-1)! })).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(both.length)
    await expect(cards(page).last()).toBeInViewport()
    await expect(cards(page).last().getByRole('heading').getByRole('link')).toBeFocused()
  })
})

test('the first load of each public page is within its budget of JavaScript', async ({ page, shop }) => {
  const loads = await firstLoads(page, shop.origin)
  expect(Math.min(...loads.map(({ bytes }) => bytes))).toBeGreaterThan(50_000)
  expect(loads.filter(({ bytes }) => bytes > BUDGET_BYTES)).toEqual([])
})
