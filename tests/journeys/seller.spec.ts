import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aMember } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime, toastOf } from '#tests/kit/browser/popups.ts'
import { h1, rowOf, sideMenu, loseAnswer } from '#tests/kit/browser/parts.ts'
import { BOOK, aPhoto, fillInBook } from '#tests/kit/browser/book-form.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'

const addButton = (page: Page) => page.getByRole('button', { name: 'Add Product' })

async function fillIn(page: Page, given?: Partial<typeof BOOK>): Promise<void> {
  await fillInBook(page, given)
  await page.getByLabel('Product Image').setInputFiles(await aPhoto())
}

/** Records requests that would create a book; photos upload as soon as they are chosen. */
async function watchSaving(page: Page): Promise<string[]> {
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(images|add-product)(\?|$)/.test(request.url())) sent.push(request.url())
  })
  return sent
}

test('a seller signs up, lists a book with a photo from disk, advertises it and finds it on the home page [seller-1]', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill(`seller-${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Name').fill('Wilma Ostrow')
  await page.getByLabel('Password', { exact: true }).fill('six letters')
  await page.getByRole('radio', { name: /^Seller/ }).check()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await sideMenu(page).getByRole('link', { name: 'Add A product' }).click()

  await expect(h1(page, 'Add A Product')).toBeVisible()
  await fillIn(page)
  await page.getByRole('group', { name: 'Condition Type' }).getByRole('radio', { name: 'excellent' }).check()
  await page.getByRole('group', { name: 'Select category' }).getByRole('radio', { name: 'Novel Book' }).check()
  await addButton(page).click()

  await expect(popup(page, 'Success!')).toBeVisible()
  await expect(popup(page, 'Your product has been added!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/my-products$/)
  const row = rowOf(page, BOOK['Book Name'])
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
    .getByRole('article', { name: BOOK['Book Name'] })
    .first()
  await expect(card).toBeVisible()
  await expect(card).toContainText('Wilma Ostrow')
  await expect(card.getByRole('img')).toHaveJSProperty('complete', true)
})

test.describe('the form of a new book', () => {
  test.beforeEach(async ({ page, shop }) => {
    await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard/add-product')
    await expect(addButton(page)).toBeVisible()
  })

  test('has every field of the specification, and names each missing one [seller-2]', async ({ page }) => {
    for (const label of Object.keys(BOOK)) await expect(page.getByLabel(label, { exact: true })).toBeEditable()
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
      await choices.first().check()
      await page.getByRole('button', { name: `Clear ${name}` }).press('Enter')
      await expect(choices.first()).not.toBeChecked()
      await expect(choices.first()).toBeFocused()
    }
    await addButton(page).click()
    await expect(popup(page, 'Please fill up all the fields!')).toBeVisible()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(Object.keys(BOOK).length + 1)
    await page.getByRole('button', { name: 'Please choose a product image' }).click()
    await expect(page.getByLabel('Product Image')).toBeFocused()

    const name = page.getByLabel('Book Name')
    await expect(name).toHaveAccessibleDescription(/Please fill in the book name/)
    await name.fill('T')
    await expect(name).not.toHaveAccessibleDescription(/Please/)
    await expect(name).toBeFocused()
    await expect(page.getByRole('alert').getByText('Please fill in the book name')).toHaveCount(0)
    await expect(page.getByRole('alert').getByText('Please fill in the book writer')).toBeVisible()
  })

  test('reports a missing field, sends nothing; success marks the new row in My Products [seller-3]', async ({
    page,
  }) => {
    await fillIn(page, { Location: '  ' })
    const sent = await watchSaving(page)
    await stopTime(page)
    await addButton(page).click()
    await expect(popup(page, 'Error!')).toBeVisible()
    await expectStandsFor(page, popup(page, 'Please fill up all the fields!'), 2000)
    await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/Please fill in the location/)
    await expect(page.getByLabel('Book Name')).toHaveValue(BOOK['Book Name'])
    await page.getByLabel('Location').fill(BOOK.Location)

    // The rest of what is refused: client/forms/problems-in.test.ts.
    for (const { field, value, words } of [
      { field: 'Resale Price', value: '1e9', words: /Write a price such as 12.50/ },
      { field: 'Mobile Number', value: '12-34', words: /Enter 5 to 20 digits/ },
      { field: 'Year of purchase', value: '1449', words: /Enter a year from 1450/ },
    ] as const)
      await test.step(`${field} ${value}`, async () => {
        await page.getByLabel(field, { exact: true }).fill(value)
        await addButton(page).click()
        await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(words)
        await expect(page.getByLabel(field, { exact: true })).toHaveValue(value)
        await expect(page.getByLabel('Book Name')).toHaveValue(BOOK['Book Name'])
        await page.getByLabel(field, { exact: true }).fill(BOOK[field])
      })
    expect(sent).toEqual([])

    await addButton(page).click()
    await expect(popup(page, 'Success!')).toBeVisible()
    await page.clock.runFor(1980)
    await expect(page).toHaveURL(/add-product$/)
    await expectStandsFor(page, popup(page, 'Your product has been added!'), 20)
    await page.clock.resume()
    await expect(page).toHaveURL(/my-products$/)
    await expect(rowOf(page, BOOK['Book Name'])).toContainText('New')
  })

  test.describe('when the upload fails, and then the saving', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('says why, keeps the input, and continues by Retry [seller-4]', async ({ page }) => {
      for (const path of ['images', 'add-product*']) await page.route(`**/api/${path}`, (route) => route.abort())
      await fillIn(page, { 'Book Name': 'Saved at the third try' })
      await addButton(page).click()
      const failure = (words: string) => page.getByRole('alert').getByText(words)
      await expect(failure('The picture could not be uploaded.')).toContainText('connection')
      await page.unroute('**/api/images')
      await page.getByRole('button', { name: 'Retry photo 1, copy.png' }).click()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectFocusKept(page)
      await expect(failure('The picture could not be uploaded.')).toHaveCount(0)
      await addButton(page).click()
      await expect(failure('Your product could not be saved.')).toContainText('connection')
      await expect(page).toHaveURL(/add-product$/)
      await expect(page.getByLabel('Description')).toHaveValue(BOOK.Description)
      await page.unroute('**/api/add-product*')
      await page.getByRole('button', { name: 'Retry', exact: true }).click()
      await expect(page).toHaveURL(/my-products$/)
      await expect(rowOf(page, 'Saved at the third try')).toHaveCount(1)
    })
  })

  test.describe('when the answer to the saving is lost', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    const loseAnswers = (page: Page) => page.route('**/api/add-product*', loseAnswer)
    const failure = (page: Page) => page.getByRole('alert').getByText('Your product could not be saved.')

    test('lists the book once from the restored draft, with a photo that was uploaded meanwhile', async ({ page }) => {
      const arrives = Promise.withResolvers<void>()
      await page.route('**/api/images', (route) => arrives.promise.then(() => route.continue()))
      await loseAnswers(page)
      await fillIn(page)
      await addButton(page).click()
      await expect(page.getByRole('button', { name: 'Adding…' })).toBeVisible()
      arrives.resolve()
      await expect(failure(page)).toBeVisible()
      await page.unroute('**/api/add-product*')
      await page.reload()
      await expect(page.getByLabel('Book Name')).toHaveValue(BOOK['Book Name'])
      await expect(page.getByRole('listitem').filter({ hasText: 'Cover' })).toHaveCount(1)
      await addButton(page).click()
      await expect(page).toHaveURL(/my-products$/)
      await expect(rowOf(page, BOOK['Book Name'])).toHaveCount(1)
    })

    test('lists it once by Retry, and the next one, whose Add is pressed twice, once too', async ({ page }) => {
      const [emoji, rightToLeft] = ['📚 Ōe & the 👩‍👩‍👧 of Émile', 'ألف ليلة وليلة']
      await loseAnswers(page)
      await fillIn(page, { 'Book Name': emoji })
      await addButton(page).click()
      await expect(failure(page)).toBeVisible()
      await page.unroute('**/api/add-product*')
      await page.getByRole('button', { name: 'Retry', exact: true }).click()
      await expect(page).toHaveURL(/my-products$/)
      await expect(rowOf(page, emoji)).toHaveCount(1)

      await page.getByRole('link', { name: 'List another' }).click()
      await fillIn(page, { 'Book Name': rightToLeft })
      await addButton(page).dblclick()
      await expect(page).toHaveURL(/my-products$/)
      await expect(rowOf(page, rightToLeft)).toHaveCount(1)
      for (const title of [emoji, rightToLeft]) {
        await rowOf(page, title).getByRole('link', { name: title, exact: true }).click()
        await expect(h1(page, title)).toBeVisible()
        if (title === emoji) await page.goBack()
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
    })
  })

  test('stores a draft, says so on leaving, and discards it on request', async ({ page }) => {
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
})
