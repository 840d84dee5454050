import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { expectStandsFor, popup, stopTime, toastOf } from '#tests/kit/browser/popups.ts'

const facts = {
  'Book Name': 'The Lantern Year',
  'Book Writer': 'Ines Halloran',
  'Original Price': '24',
  'Resale Price': '12,50',
  'Mobile Number': '+49 (30) 12-34.56/7',
  Location: 'Harbour square',
  Description: 'A lighthouse, a strike and a very patient dog.',
  'Year of purchase': '2019',
}

const photo = async () => ({ name: 'lantern.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Product' })
const rowOf = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })

async function fillIn(page: Page, given: Partial<typeof facts> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...facts, ...given }))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Product Image').setInputFiles(await photo())
}

/** Photos are on their way as soon as they are chosen; from here on, notes whatever else would make a book. */
async function watchSaving(page: Page): Promise<string[]> {
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(images|add-product)(\?|$)/.test(request.url())) sent.push(request.url())
  })
  return sent
}

test('a seller signs up, lists a book with a photo from disk, advertises it and finds it on the home page', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill(`seller-${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Name').fill('Wilma Ostrow')
  await page.getByLabel('Password', { exact: true }).fill('six letters')
  await page.getByRole('radio', { name: /^Seller/ }).check()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add A product' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Add A Product' })).toBeVisible()
  await fillIn(page)
  await page.getByRole('group', { name: 'Condition Type' }).getByRole('radio', { name: 'excellent' }).check()
  await page.getByRole('group', { name: 'Select category' }).getByRole('radio', { name: 'Novel Book' }).check()
  await addButton(page).click()

  await expect(popup(page, 'Success!')).toBeVisible()
  await expect(popup(page, 'Your product has been added!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/my-products$/)
  const row = rowOf(page, facts['Book Name'])
  for (const heading of ['Book name', 'Sales status', 'Price', 'Activity'])
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  await expect(row).toContainText('Unsold')
  await expect(row).toContainText('$12.50')

  await row.getByRole('button', { name: 'Advertise' }).click()
  await expect(popup(page, 'Book advertised')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Advertise' })).toHaveCount(0)
  await expect(row).toContainText('Advertised')

  await page.goto('/')
  const card = page
    .getByRole('region', { name: /Advertised books/ })
    .getByRole('article', { name: facts['Book Name'] })
    .first()
  await expect(card).toBeVisible()
  await expect(card).toContainText('Wilma Ostrow')
  await expect(card.getByRole('img')).toHaveJSProperty('complete', true)
})

test.describe('the form of a new book', () => {
  test.beforeEach(async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'seller'))
    await page.goto('/dashboard/add-product')
    await expect(addButton(page)).toBeVisible()
  })

  test('has every field of the specification', async ({ page }) => {
    for (const label of Object.keys(facts)) await expect(page.getByLabel(label, { exact: true })).toBeEditable()
    await expect(page.getByLabel('Product Image')).toHaveAttribute('type', 'file')
    for (const [name, values] of Object.entries({
      'Condition Type': ['excellent', 'good', 'fair'],
      'Select category': ['Novel Book', 'Story Book', 'Cook Book'],
    })) {
      const choices = page.getByRole('group', { name }).getByRole('radio')
      await expect(choices).toHaveCount(values.length)
      for (const [at, value] of values.entries()) {
        await expect(choices.nth(at)).toHaveAccessibleName(value)
        await expect(choices.nth(at)).not.toBeChecked()
      }
    }
    await expectAccessible(page)
  })

  test('with a field missing pops up for two seconds, asks for it, and sends nothing', async ({ page }) => {
    await fillIn(page, { Location: '  ' })
    const sent = await watchSaving(page)
    await stopTime(page)
    await addButton(page).click()
    await expect(popup(page, 'Error!')).toBeVisible()
    await expectStandsFor(page, popup(page, 'Please fill up all the fields!'), 2000)
    await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/Please fill in the location/)
    await expect(page.getByLabel('Book Name')).toHaveValue(facts['Book Name'])
    expect(sent).toEqual([])
  })

  test('wholly empty names every field but condition and category', async ({ page }) => {
    await addButton(page).click()
    await expect(popup(page, 'Please fill up all the fields!')).toBeVisible()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(Object.keys(facts).length + 1)
    await page.getByRole('button', { name: 'Please choose a product image' }).click()
    await expect(page.getByLabel('Product Image')).toBeFocused()
  })

  const refused = [
    { field: 'Resale Price', value: '-5', words: /Write a price such as 12.50/ },
    { field: 'Resale Price', value: '1e9', words: /Write a price such as 12.50/ },
    { field: 'Resale Price', value: 'free', words: /Write a price such as 12.50/ },
    { field: 'Resale Price', value: '0.49', words: /The lowest price is \$0\.50/ },
    { field: 'Original Price', value: '1,000.00', words: /Write a price such as 12.50/ },
    { field: 'Mobile Number', value: '12-34', words: /Enter 5 to 20 digits/ },
    { field: 'Year of purchase', value: '1449', words: /Enter a year from 1450/ },
    { field: 'Year of purchase', value: '’19', words: /four digits/ },
  ] as const
  test('says at the field what it refuses, and loses nothing that was typed', async ({ page }) => {
    await fillIn(page)
    const sent = await watchSaving(page)
    for (const { field, value, words } of refused) {
      await page.getByLabel(field, { exact: true }).fill(value)
      await addButton(page).click()
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(words)
      await expect(page.getByLabel(field, { exact: true })).toHaveValue(value)
      await expect(page.getByLabel('Book Name')).toHaveValue(facts['Book Name'])
      await page.getByLabel(field, { exact: true }).fill(facts[field])
    }
    expect(sent).toEqual([])
  })

  test('refuses in words what is no picture, an SVG, and what is too large', async ({ page }) => {
    const image = page.getByLabel('Product Image')
    const text = Buffer.from('not a picture')
    await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: text })
    await expect(image).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture/)
    await image.setInputFiles(await photo())
    await expect(image).not.toHaveAccessibleDescription(/Please choose/)
    await image.setInputFiles({
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await expect(image).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture/)
    await image.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
    await expect(image).toHaveAccessibleDescription(/This picture is 10\.1 MB\. The limit is 10 MB\./)
  })

  test.describe('when the server refuses', () => {
    test.use({ expectedConsoleErrors: [/api\/images/] })
    test('a file that only calls itself a picture, says so at once and takes another', async ({ page }) => {
      const image = page.getByLabel('Product Image')
      await image.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
      await expect(image).toHaveAccessibleDescription(/cover\.png: .*SVG/)
      await expect(page.getByRole('listitem').filter({ hasText: 'Cover' })).toHaveCount(0)
      await fillIn(page)
      await expect(image).not.toHaveAccessibleDescription(/SVG/)
      await addButton(page).click()
      await expect(popup(page, 'Success!')).toBeVisible()
    })
  })

  for (const { what, path, words } of [
    { what: 'the upload', path: '**/api/images', words: 'The picture could not be uploaded.' },
    { what: 'the saving', path: '**/api/add-product*', words: 'Your product could not be saved.' },
  ]) {
    test.describe(`when ${what} fails`, () => {
      test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
      test('says why, keeps all that was typed, and goes on by Retry', async ({ page }) => {
        await page.route(path, (route) => route.abort())
        await fillIn(page, { 'Book Name': `Saved after ${what} failed` })
        await addButton(page).click()
        const failure = page.getByRole('alert').getByText(words)
        await expect(failure).toContainText('connection')
        await expect(page).toHaveURL(/add-product$/)
        await expect(page.getByLabel('Description')).toHaveValue(facts.Description)
        await page.unroute(path)
        await page.getByRole('button', { name: 'Retry', exact: true }).click()
        await expect(page).toHaveURL(/my-products$/)
        await expect(rowOf(page, `Saved after ${what} failed`)).toHaveCount(1)
      })
    })
  }

  test.describe('when the answer to the saving is lost', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })

    test('a photo that arrived meanwhile is in the draft', async ({ page }) => {
      const arrives = Promise.withResolvers<void>()
      await page.route('**/api/images', (route) => arrives.promise.then(() => route.continue()))
      await page.route('**/api/add-product*', (route) => route.abort())
      await fillIn(page)
      await addButton(page).click()
      await expect(page.getByRole('button', { name: 'Adding…' })).toBeVisible()
      arrives.resolve()
      await expect(page.getByRole('alert').getByText('Your product could not be saved.')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Book Name')).toHaveValue(facts['Book Name'])
      await expect(page.getByRole('listitem').filter({ hasText: 'Cover' })).toHaveCount(1)
    })

    for (const how of ['Retry', 'coming back to the draft'])
      test(`lists the book once, by ${how}`, async ({ page }) => {
        const title = `Heard of by ${how}`
        await page.route('**/api/add-product*', async (route) => {
          await route.fetch()
          await route.abort()
        })
        await fillIn(page, { 'Book Name': title })
        await addButton(page).click()
        await expect(page.getByRole('alert').getByText('Your product could not be saved.')).toBeVisible()
        await page.unroute('**/api/add-product*')
        if (how === 'Retry') await page.getByRole('button', { name: 'Retry', exact: true }).click()
        else {
          await page.reload()
          await expect(page.getByLabel('Book Name')).toHaveValue(title)
          await addButton(page).click()
        }
        await expect(page).toHaveURL(/my-products$/)
        await expect(rowOf(page, title)).toHaveCount(1)
      })
  })

  test('stays two seconds on the success, then goes to My Products with the new row marked', async ({ page }) => {
    await fillIn(page)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await stopTime(page)
    await addButton(page).click()
    await expect(popup(page, 'Success!')).toBeVisible()
    await page.clock.runFor(1980)
    await expect(page).toHaveURL(/add-product$/)
    await expectStandsFor(page, popup(page, 'Your product has been added!'), 20)
    await page.clock.resume()
    await expect(page).toHaveURL(/my-products$/)
    await expect(rowOf(page, facts['Book Name'])).toContainText('New')
  })

  test('pressed twice makes one book', async ({ page }) => {
    await fillIn(page)
    await addButton(page).dblclick()
    await expect(page).toHaveURL(/my-products$/)
    await expect(rowOf(page, facts['Book Name'])).toHaveCount(1)
  })

  test('keeps a draft of what was typed, says so on leaving, and forgets it on request', async ({ page }) => {
    await page.getByLabel('Book Name').fill('Half a thought')
    await page.getByRole('group', { name: 'Condition Type' }).getByRole('radio', { name: 'fair' }).check()
    await page.getByRole('link', { name: 'Blogs' }).first().click()
    await expect(toastOf(page, 'Draft saved')).toBeVisible()
    await page.goto('/dashboard/add-product')
    await expect(page.getByText(/^Your draft is back/)).toBeVisible()
    await expect(page.getByLabel('Book Name')).toHaveValue('Half a thought')
    await expect(page.getByRole('radio', { name: 'fair' })).toBeChecked()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByLabel('Book Name')).toHaveValue('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Book Name')).toHaveValue('Half a thought')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.reload()
    await expect(page.getByLabel('Book Name')).toHaveValue('')
  })

  test('takes emoji and right-to-left titles as they are', async ({ page }) => {
    for (const title of ['📚 Ōe & the 👩‍👩‍👧 of Émile', 'ألف ليلة وليلة']) {
      await page.goto('/dashboard/add-product')
      await fillIn(page, { 'Book Name': title })
      await addButton(page).click()
      await expect(page).toHaveURL(/my-products$/)
      await rowOf(page, title).getByRole('link', { name: title, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
  })
})
