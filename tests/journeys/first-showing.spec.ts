import { expect, test, untilAlive, type Page } from '#tests/kit/browser/journey.ts'

test.use({ shopSettings: { CATALOGUE_PUBLIC: 'true' }, viewport: { width: 390, height: 800 } })

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const titleOf = (page: Page, place: number) => cards(page).nth(place).getByRole('heading').getByRole('link')

/** How many cards the browser has left out so far, because they are far from the window. */
const leftOut = (page: Page) =>
  cards(page).evaluateAll((all) => all.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length)

/** All products as they are as long as a typeface is still to come; the answer lets it come. */
async function withoutATypeface(page: Page): Promise<() => void> {
  const wait = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    if (route.request().url().includes('courier')) await wait.promise
    await route.continue()
  })
  await page.goto('/all-products', { waitUntil: 'domcontentloaded' })
  await untilAlive(page)
  expect(await leftOut(page)).toBeGreaterThan(10)
  return wait.resolve
}

test('cards far below wait for the typefaces, then all of them are laid out', async ({ page }) => {
  const letTypefaceCome = await withoutATypeface(page)
  letTypefaceCome()
  await expect.poll(() => leftOut(page)).toBe(0)
  await expect(cards(page)).toHaveCount(24)
})

test('Back finds the last card, where somebody jumped over those that were left out', async ({ page }) => {
  const letTypefaceCome = await withoutATypeface(page)
  const title = titleOf(page, 23)
  await title.scrollIntoViewIfNeeded()
  expect(await leftOut(page)).toBeGreaterThan(10)
  await title.click()
  await expect(page).toHaveURL(/\/advertise\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  letTypefaceCome()
  await page.goBack()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await expect.poll(() => leftOut(page)).toBe(0)
  await expect(title).toBeInViewport()
})

test('a reload leaves nothing out, and finds the place', async ({ page }) => {
  await page.goto('/all-products')
  await expect.poll(() => leftOut(page)).toBe(0)
  await titleOf(page, 17).scrollIntoViewIfNeeded()
  await page.reload()
  await expect(titleOf(page, 17)).toBeInViewport()
  expect(await leftOut(page)).toBe(0)
})
