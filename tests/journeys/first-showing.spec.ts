import { expect, test, type Page } from '#tests/kit/journey.ts'

test.use({ shopSettings: { CATALOGUE_PUBLIC: 'true' }, viewport: { width: 390, height: 800 } })

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const titleOf = (page: Page, place: number) => cards(page).nth(place).getByRole('heading').getByRole('link')

/** How many cards the browser has left out so far, because they are far from the window. */
const leftOut = (page: Page) =>
  cards(page).evaluateAll((all) => all.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length)

test('leaves out the cards far below; Back finds the last of them, where somebody jumped', async ({ page }) => {
  await page.goto('/all-products')
  await expect.poll(() => leftOut(page)).toBeGreaterThan(10)
  await page.keyboard.press('End')
  await expect.poll(() => leftOut(page)).toBeGreaterThan(10)
  const title = titleOf(page, 23)
  await title.click()
  await expect(page).toHaveURL(/\/advertise\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goBack()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport({ ratio: 1 })
  expect(await leftOut(page)).toBe(0)
})

test('a reload finds the place, too', async ({ page }) => {
  await page.goto('/all-products')
  await expect.poll(() => leftOut(page)).toBeGreaterThan(10)
  await titleOf(page, 17).scrollIntoViewIfNeeded()
  await expect(titleOf(page, 17)).toBeInViewport()
  await page.reload()
  await expect(titleOf(page, 17)).toBeInViewport()
  expect(await leftOut(page)).toBe(0)
})

test('the next page of the list keeps what was left out above, at its place', async ({ page }) => {
  await page.goto('/all-products')
  await expect.poll(() => leftOut(page)).toBeGreaterThan(10)
  const more = page.getByRole('link', { name: 'Load more' })
  await more.scrollIntoViewIfNeeded()
  await more.click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(24)
  await expect(cards(page).nth(23)).toBeInViewport()
})
