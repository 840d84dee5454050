import { expect, test, type Page, openAs, accountMenu } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aBookOf, aMember, aPictureOf } from '#tests/kit/members.ts'
import { cards } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue })

/** Counts book cards that are fully in the viewport, and not behind a phone's bottom bar. */
const wholeCards = (page: Page) =>
  cards(page).evaluateAll((all) => {
    const lowest = innerHeight - (document.querySelector<HTMLElement>('.bottom-bar')?.offsetHeight ?? 0)
    return all
      .map((card) => card.getBoundingClientRect())
      .filter(({ top, left, bottom, right }) => top >= 0 && left >= 0 && bottom <= lowest && right <= innerWidth).length
  })

/** Styles of type on cards: typeface, size and weight of whatever is seen. Covers have their own. */
const typesOn = (page: Page) =>
  cards(page).evaluateAll((all) => {
    const types = new Set<string>()
    for (const card of all) {
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const around = texts.currentNode.parentElement!
        if (texts.currentNode.textContent!.trim() === '' || around.closest('svg, .sr-only')) continue
        const { fontFamily, fontSize, fontWeight } = getComputedStyle(around)
        types.add([fontFamily.split(',')[0], fontSize, fontWeight].join(' '))
      }
    }
    return [...types].toSorted()
  })

const heightOf = async (page: Page, role: 'banner' | 'contentinfo') =>
  (await page.getByRole(role).boundingBox())!.height

test('visitors and members see enough on arrival, and the frame leaves room', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller', 'Marguerite Bell')
  const facts = { book_name: 'The Lighthouse Keeper’s Third Winter', location: 'Harbour Street, Old Port' }
  const pictures = [await aPictureOf(shop, seller)]
  for (let copy = 1; copy <= 18; copy += 1) await aBookOf(shop, seller, { ...facts, condition: 'excellent' }, pictures)
  for (const { width, height, least } of [
    { width: 390, height: 844, least: 4 },
    { width: 1366, height: 768, least: 8 },
    { width: 1920, height: 1080, least: 15 },
  ])
    await test.step(`whole cards of All products, ${width} by ${height}`, async () => {
      if (width === 390) {
        await page.goto('/all-products')
        await expect(page.getByText(/^\d+ of \d+ books$/)).toBeVisible()
        expect((await typesOn(page)).length).toBeLessThanOrEqual(5)
      }
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
