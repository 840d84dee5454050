import { expect, test, type Page, openAs, accountMenu } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aMember } from '#tests/kit/members.ts'
import { cards } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue })

/** Counts book cards that are fully in the viewport. */
const wholeCards = (page: Page) =>
  cards(page).evaluateAll(
    (all) =>
      all
        .map((card) => card.getBoundingClientRect())
        .filter(({ top, left, bottom, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth)
        .length,
  )

const heightOf = async (page: Page, role: 'banner' | 'contentinfo') =>
  (await page.getByRole(role).boundingBox())!.height

test('visitors and members see enough on arrival, and the frame leaves room', async ({ page, shop }) => {
  for (const { width, height, least } of [
    { width: 390, height: 844, least: 2 },
    { width: 1366, height: 800, least: 6 },
    { width: 1920, height: 1000, least: 12 },
  ])
    await test.step(`whole cards of All products, ${width} by ${height}`, async () => {
      if (width === 390) await page.goto('/all-products')
      await page.evaluate(() => document.fonts.ready)
      await page.setViewportSize({ width, height })
      await expect.poll(() => wholeCards(page)).toBeGreaterThanOrEqual(least)
    })
  await test.step('with text twice as large, the header’s menu moves below the tagline', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    const [brand, menu] = await Promise.all(
      [page.locator('.site-brand'), page.getByRole('navigation', { name: 'Main' })].map((part) => part.boundingBox()),
    )
    expect(brand!.y + brand!.height).toBeLessThanOrEqual(menu!.y + 1)
  })
  await test.step('the home page on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeInViewport({ ratio: 1 })
    expect(await wholeCards(page)).toBeGreaterThanOrEqual(2)
    // With the demo's line above the one row.
    expect(await heightOf(page, 'banner')).toBeLessThanOrEqual(76)
    await expect(page.getByRole('navigation', { name: 'Main places' })).toBeInViewport({ ratio: 1 })
  })
  await test.step('the same for a member with a long name, and a laptop', async () => {
    await openAs(page, shop, await aMember(shop, 'seller', 'Maximiliana Featherstonehaugh-Cholmondeley'), '/')
    await expect(accountMenu(page)).toBeVisible()
    expect(await heightOf(page, 'banner')).toBeLessThanOrEqual(76)
    await page.setViewportSize({ width: 1366, height: 800 })
    expect(await heightOf(page, 'contentinfo')).toBeLessThanOrEqual(195)
  })
})
