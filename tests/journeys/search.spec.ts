import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { smallTargets, tooWide } from '#tests/kit/browser/page-rules.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { cards } from '#tests/kit/browser/parts.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'

test.use({ shopSettings: openCatalogue })

/** The search box that has the focus; it is a combobox as soon as what suggests is here. */
const box = (page: Page) => page.getByRole('combobox', { name: /Find a book|Search for a title/, expanded: true })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const count = (page: Page) => page.getByRole('status').filter({ hasText: /^\d+ suggestions?$/ })

async function typeInBox(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
}

test.describe('suggestions while typing', () => {
  test('by keyboard: arrows walk round, any other key goes on typing, Esc closes and Enter follows', async ({
    page,
  }) => {
    await page.goto('/blogs')
    await typeInBox(page, 'mushroom')
    await expect(suggestions(page)).toHaveText([/The Mushroom Calendar.*Radka Hrušková/])
    await expect(count(page)).toHaveText('1 suggestion')
    await expectAccessible(page)

    await page.keyboard.press('ArrowDown')
    const first = suggestions(page).first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!)
    await page.keyboard.press('Home')
    await expect(first).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('ArrowUp')
    await expect(first).toHaveAttribute('aria-selected', 'true')

    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue('mushroom')
    await page.keyboard.press('ArrowDown')
    await expect(suggestions(page)).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=The+Mushroom+Calendar')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('recent searches are stored in this browser, and can be removed one by one or all at once', async ({ page }) => {
    for (const text of ['lighthouse', 'mushroom', 'orchard']) {
      await page.goto('/')
      await typeInBox(page, text)
      await expect(suggestions(page).first()).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/search?q=${text}`)
    }
    await page.goto('/')
    await page.keyboard.press('/')
    const recent = (text: string) => suggestions(page).filter({ hasText: text })
    await expect(suggestions(page)).toHaveText([/^orchard/, /^mushroom/, /^lighthouse/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(recent('orchard')).toHaveCount(0)
    await recent('lighthouse').getByTitle('Remove').click()
    await expect(suggestions(page)).toHaveText([/^mushroom/])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear recent searches' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(suggestions(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  })

  test('fit a narrow window, with touch targets', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    for (const address of ['/', '/blogs']) {
      await page.goto(address)
      await typeInBox(page, 'the')
      await expect(suggestions(page).first()).toBeVisible()
      expect(await tooWide(page)).toEqual([])
      expect(await smallTargets(page, 24)).toEqual([])
      for (const one of await suggestions(page).all())
        expect((await one.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      const sheet = (await page.getByRole('listbox', { name: 'Suggestions' }).locator('..').boundingBox())!
      expect(sheet.y + sheet.height).toBeLessThanOrEqual(568)
    }
  })
})

const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })
const choice = (page: Page, name: RegExp) => filters(page).getByRole('checkbox', { name })
const chip = (page: Page, name: string) => page.getByRole('link', { name: `Remove the filter ${name}` })

test.describe('the filters of every list', () => {
  test('on a desktop: each choice applies at once, as a chip and in the address; Back undoes it', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 800 })
    await page.goto('/all-products')
    await expect(page.getByText(/^24 of \d+ books$/)).toBeVisible()
    await choice(page, /^Good/).check()
    await expect(page).toHaveURL('/all-products?condition=good')
    await expect(chip(page, 'Good')).toBeVisible()
    await choice(page, /^Cook Book/).check()
    await expect(page).toHaveURL('/all-products?category=cook-book&condition=good')
    await expect(chip(page, 'Cook Book')).toBeVisible()
    await expect(chip(page, 'Good')).toBeVisible()
    await expect(cards(page).filter({ hasNotText: 'Cook Book' })).toHaveCount(0)
    const found = await titles(page)
    expect(found.length).toBeGreaterThan(1)
    await expect(page.getByRole('status').filter({ hasText: `${found.length} books` })).toHaveCount(1)

    await page.reload()
    await expect.poll(() => titles(page)).toEqual(found)
    await chip(page, 'Good').click()
    await expect(page).toHaveURL('/all-products?category=cook-book')
    await expect(choice(page, /^Good/)).not.toBeChecked()
    await page.goBack()
    await expect(choice(page, /^Good/)).toBeChecked()
    await expect.poll(() => titles(page)).toEqual(found)
  })

  test('on a phone: in a sheet that says how many books it shows', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/books/novel-book')
    await page.getByText('Filters', { exact: true }).click()
    await expect(choice(page, /Book/)).toHaveCount(0)
    await choice(page, /^Good/).check()
    await expect(page).toHaveURL('/books/novel-book?condition=good')
    const show = filters(page).getByRole('button', { name: /^Show \d+ books?$/ })
    const before = await show.textContent()
    await filters(page).getByLabel('Price to').fill('9')
    await expect(show).not.toHaveText(before!)
    await expect(page).toHaveURL('/books/novel-book?condition=good&price_to=9')
    await show.click()
    await expect(show).toBeHidden()
    await expect(page.getByText('Filters (2)')).toBeVisible()
    expect(await tooWide(page)).toEqual([])
    expect(await smallTargets(page, 24)).toEqual([])
  })
})

test('a typed price applies by itself, from the first key on, and doesn’t move the cursor', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 800 })
  await page.goto('/all-products')
  const from = filters(page).getByLabel('Price from')
  // No pointer has moved: the keyboard alone brings what the form needs.
  await from.focus()
  await page.keyboard.type('12')
  await expect(page).toHaveURL('/all-products?price_from=12')
  await expect(chip(page, 'From $12.00')).toBeVisible()
  await page.keyboard.type('.5')
  await expect(page).toHaveURL('/all-products?price_from=12.5')
  await expect(from).toHaveValue('12.5')
  const to = filters(page).getByLabel('Price to')
  await to.fill('many')
  await from.focus()
  await expect(to).toHaveValue('')
  await to.fill('20')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL('/all-products?price_from=12.5&price_to=20')
  await page.goBack()
  await expect(to).toHaveValue('')

  // Typed in the moment in which another choice arrives.
  await to.evaluate((field: HTMLInputElement) => {
    const arrival = new MutationObserver(() => {
      arrival.disconnect()
      field.focus()
      document.execCommand('insertText', false, '18')
    })
    arrival.observe(field.form!, { subtree: true, childList: true, characterData: true })
  })
  await choice(page, /^Good/).check()
  await expect(page).toHaveURL(/condition=good.*price_to=18/)
  await expect(to).toHaveValue('18')
})

test('on a phone, the rest of a long list of filters opens, and a field finds one of them', async ({ page, shop }) => {
  // None that the demo's books have.
  const codes = "ARRAY['cs', 'da', 'de', 'es', 'fi', 'fr', 'hu', 'it', 'ja', 'nl', 'pl', 'pt', 'sv']"
  const few = `SELECT id, row_number() OVER (ORDER BY id) AS n FROM books WHERE state = 'unsold' AND language IS NULL`
  const rest = filters(page).getByText(/^\d+ more languages$/)
  try {
    await onDatabaseOf(
      shop,
      `UPDATE books SET language = (${codes})[n] FROM (${few} LIMIT 13) few WHERE books.id = few.id`,
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(async () => {
      await page.goto('/all-products')
      await page.getByText('Filters', { exact: true }).click()
      await expect(rest).toHaveText('7 more languages', { timeout: 500 })
    }).toPass()
    await rest.click()
    const find = filters(page).getByLabel('Find a language')
    await find.fill('swe')
    await expect(filters(page).getByRole('status').filter({ hasText: '1 language' })).toBeVisible()
    await expect(choice(page, /^Portuguese/)).toHaveCount(0)
    expect(await tooWide(page)).toEqual([])
    expect(await smallTargets(page, 24)).toEqual([])
    // All of it, so that the button below, which stays in sight, covers nothing.
    await page.setViewportSize({ width: 390, height: 2000 })
    await expectAccessible(page)
    await choice(page, /^Swedish/).check()
    await expect(page).toHaveURL('/all-products?language=sv')
    await expect(filters(page).getByRole('button', { name: 'Show 1 book' })).toBeVisible()
  } finally {
    await onDatabaseOf(shop, `UPDATE books SET language = NULL WHERE language = ANY (${codes})`)
  }
})

test('without results the blocking filter is named, a typo is corrected, and the search can be saved', async ({
  page,
}) => {
  await page.goto('/search?q=mushroom&price_from=900')
  await page.getByRole('link', { name: 'Drop “Price”: 1 book' }).click()
  await expect(page).toHaveURL('/search?q=mushroom')
  await expect(cards(page)).toHaveCount(1)

  await page.goto('/search?q=mushrom+calender&exact=true')
  await page.getByRole('link', { name: 'Look for other spellings, too' }).click()
  await expect(page.getByText('Search instead for mushrom calender')).toBeVisible()

  await page.goto('/search?q=mushroom+zzyzx')
  const loosely = page.getByText('Showing results without zzyzx. Search for exactly mushroom zzyzx.')
  await expect(loosely).toBeVisible()
  await expectAccessible(page)
  await loosely.getByRole('link', { name: 'mushroom zzyzx' }).click()
  await expect(page).toHaveURL('/search?q=mushroom+zzyzx&exact=true')
  await expect(cards(page)).toHaveCount(0)
  await page.goto('/search?q=mushroom&exact=true')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Showing only books that have every word as you typed it.')).toBeVisible()

  await page.goto('/search?q=mushrom&condition=good,fair,excellent')
  await expect(page.getByText(/Showing results for\s+mushroom/)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('search').filter({ visible: true })).toHaveCount(1)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search for a title, an author or an ISBN' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Save this search' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fsaved-searches%2Fnew%3Fq%3Dmushrom/)
})

test('while books are being added, lists by words or filters say so until all are found', async ({ page, shop }) => {
  const built = (isDone: boolean) => `UPDATE search.survey SET is_done = ${isDone}`
  const queued = `INSERT INTO search.unindexed SELECT E'\\U0010FFFF', gen_random_uuid() FROM generate_series(1, 300)`
  const notice = page.getByRole('status').getByText('Books are being added, results may be incomplete.')
  const advice = page.getByText(/^Check the spelling/)
  try {
    await onDatabaseOf(shop, built(false), queued)
    await page.clock.install()
    await page.goto('/search?q=zzyzx')
    await expect(notice).toBeVisible()
    await expect(advice).toHaveCount(0)
    await expectAccessible(page)
    expect(await (await page.request.get('/books/novel-book?condition=good')).text()).toContain('Books are being added')
    await page.goto('/all-products')
    await expect(page.getByRole('status').getByText('Books are being added, filters may not count all')).toBeVisible()
    await page.goto('/search?q=zzyzx')
    await expect(notice).toBeVisible()
  } finally {
    await onDatabaseOf(shop, built(true))
  }
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(notice).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(advice).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the boxes and the filters are plain forms', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 800 })
    await page.goto('/blogs')
    await page.getByRole('banner').getByRole('searchbox').fill('mushroom')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=mushroom')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('main').getByRole('searchbox').fill('orchard')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=orchard')
    await page.goto('/all-products')
    await choice(page, /^Good/).check()
    await filters(page).getByRole('button', { name: /^Show/ }).click()
    await expect(page).toHaveURL(/\/all-products\?.*condition=good/)
    await expect(choice(page, /^Good/)).toBeChecked()
    await page.getByLabel('Sort by').selectOption('Price, low to high')
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(page).toHaveURL('/all-products?condition=good&sort=price')
    await chip(page, 'Good').click()
    await expect(page).toHaveURL('/all-products?sort=price')
  })
})
