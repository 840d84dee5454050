import { expect, test, untilHydrated, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aMember, enterAs } from '#tests/kit/members.ts'

test.use({ shopSettings: openCatalogue })

/** Counts book cards that are fully in the viewport. */
const wholeCards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .evaluateAll(
      (cards) =>
        cards
          .map((card) => card.getBoundingClientRect())
          .filter(
            ({ top, left, bottom, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
          ).length,
    )

const heightOf = async (page: Page, role: 'banner' | 'contentinfo') =>
  (await page.getByRole(role).boundingBox())!.height

test.describe('on arrival, without scrolling', () => {
  test('a phone, a laptop and a desktop show at least 2, 6 and 12 whole cards of All products', async ({ page }) => {
    await page.goto('/all-products')
    await page.evaluate(() => document.fonts.ready)
    for (const { width, height, least } of [
      { width: 390, height: 844, least: 2 },
      { width: 1366, height: 800, least: 6 },
      { width: 1920, height: 1000, least: 12 },
    ])
      await test.step(`${width} by ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await expect.poll(() => wholeCards(page)).toBeGreaterThanOrEqual(least)
      })
  })

  test('a phone shows the search and two whole books on the home page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await untilHydrated(page)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeInViewport({ ratio: 1 })
    expect(await wholeCards(page)).toBeGreaterThanOrEqual(2)
  })
})

test('header, navigation and footer leave room on a phone, for visitors and members', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  expect(await heightOf(page, 'banner')).toBeLessThanOrEqual(112)
  expect(await heightOf(page, 'contentinfo')).toBeLessThanOrEqual(263)
  await enterAs(page, shop, await aMember(shop, 'seller', 'Maximiliana Featherstonehaugh-Cholmondeley'))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(await heightOf(page, 'banner')).toBeLessThanOrEqual(112)
  await page.setViewportSize({ width: 1366, height: 800 })
  expect(await heightOf(page, 'contentinfo')).toBeLessThanOrEqual(195)
})

test('with text twice as large, the header’s menu moves below the tagline', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/')
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  const [brand, menu] = await Promise.all(
    [page.locator('.site-brand'), page.getByRole('navigation', { name: 'Main' })].map((part) => part.boundingBox()),
  )
  expect(brand!.y + brand!.height).toBeLessThanOrEqual(menu!.y + 1)
})
