import { accountMenu, expect, test, untilHydrated, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { cards } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue, viewport: { width: 390, height: 800 } })

const titleOf = (page: Page, place: number) => cards(page).nth(place).getByRole('heading').getByRole('link')

/** Counts cards whose layout was skipped, far from the viewport. */
const leftOut = (page: Page) =>
  cards(page).evaluateAll((all) => all.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length)

test('a list skips the layout of cards far below; they are found, and Back and a reload restore the place', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['stylesheet', 'font'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/all-products')
  await expect(cards(page)).toHaveCount(24)
  await expect.poll(() => leftOut(page)).toBeGreaterThan(10)
  await test.step('every style sheet and typeface is loaded once, under one URL', () => {
    const names = asked.map((path) => path.replace(/-[\w-]{8}\.(?=css$|woff2$)/, '.'))
    expect(names).toContain('/assets/look.css')
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
  const heights = await cards(page).evaluateAll((all) => all.map((card) => card.closest('li')!.offsetHeight))
  // A line more where letters are wide, and for a price that was lowered; a title from right to left begins below the
  // heart.
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(36)

  const title = titleOf(page, 23)
  await title.scrollIntoViewIfNeeded()
  expect(await leftOut(page)).toBeGreaterThan(4)
  await title.click()
  await expect(page).toHaveURL(/\/advertise\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await titleOf(page, 17).scrollIntoViewIfNeeded()
  await page.reload()
  await expect(titleOf(page, 17)).toBeInViewport()

  await page.evaluate(() => scrollTo(0, 0))
  const words = (await title.textContent()) ?? ''
  await expect(page.getByRole('heading', { name: words })).toHaveCount(1)
  const find = (text: string) => 'find' in window && (window.find as (words: string) => boolean)(text)
  expect(await page.evaluate(find, words)).toBe(true)
  await expect(title).toBeInViewport()
})

/** Scripts wait until they are released. */
async function withoutScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a heart that is pressed before hydration is saved', async ({ page }) => {
  const release = await withoutScripts(page)
  await page.goto('/advertises', { waitUntil: 'commit' })
  const heart = page.getByRole('button', { name: /^(Add to|Remove from) favourites/ }).first()
  await heart.click()
  await heart.click()
  release()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('what is typed before hydration stays, and is sent', async ({ page, shop }) => {
  const release = await withoutScripts(page)
  const [person] = await shop.people()
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(person!.email)
  await page.getByLabel('Password', { exact: true }).fill(person!.password)
  release()
  await untilHydrated(page)
  await expect(page.getByLabel('Email')).toHaveValue(person!.email)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(accountMenu(page)).toBeVisible()
})

test('a category card doesn’t move when its picture loads', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/categories/*.svg', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/products-categories')
  await page.evaluate(() => document.fonts.ready)
  const heights = () => cards(page).evaluateAll((all: HTMLElement[]) => all.map((card) => card.offsetHeight))
  const before = await heights()
  held.resolve()
  const pictures = cards(page).locator('img')
  await expect(pictures).toHaveCount(before.length)
  await expect
    .poll(() => pictures.evaluateAll((all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)))
    .toBe(true)
  expect(await heights()).toEqual(before)
})
