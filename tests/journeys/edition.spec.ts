import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { anIsbn, BOOK, aPhoto, fillInBook } from '#tests/kit/browser/book-form.ts'

const summary = (page: Page) => page.getByText('More about this edition')

test.beforeEach(async ({ page, shop }) => {
  await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard/add-product')
  await expect(summary(page)).toBeVisible()
})

test('edition facts stay in the draft, and are shown to people and search engines', async ({ page }) => {
  const isbn = page.getByLabel('ISBN')
  await expect(page.getByLabel('Publisher')).toBeHidden()
  await summary(page).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await test.step('a mistake that is folded away', async () => {
    const year = page.getByLabel('Year published')
    await year.fill('20')
    await summary(page).click()
    await expect(year).toBeHidden()
    await page.getByRole('button', { name: 'Add Product', exact: true }).click()
    await expect(year).toHaveAccessibleDescription(/year with four digits/)
    await expect(year).toBeVisible()
    await summary(page).click()
    await page.getByRole('button', { name: /year with four digits/ }).click()
    await expect(year).toBeFocused()
  })
  await isbn.fill('0-306-40615-2')
  await page.getByLabel('Publisher').fill('Harbour Press')
  await page.getByLabel('Year published').fill('2008')
  await page.getByLabel('Language').selectOption({ label: 'Norwegian Bokmål' })
  await page.getByLabel('Binding').selectOption('paperback')
  await page.reload()
  await expect(isbn).toHaveValue('0-306-40615-2')
  await expect(page.getByLabel('Language')).toHaveValue('nb')

  await page.getByLabel('Product Image').setInputFiles(await aPhoto())
  await fillInBook(page)
  await page.getByRole('button', { name: 'Add Product', exact: true }).click()
  await expect(page).toHaveURL(/my-products$/)
  await page.getByRole('link', { name: BOOK['Book Name'], exact: true }).first().click()
  const told = { ISBN: '978-0-306-40615-7', Publisher: 'Harbour Press', 'Year published': '2008', Binding: 'paperback' }
  for (const [name, value] of Object.entries({ ...told, Language: 'Norwegian Bokmål' }))
    await expect(page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')).toHaveText(value)
  await page.reload()
  const facts = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(facts ?? '')).toMatchObject({
    isbn: '9780306406157',
    publisher: { name: 'Harbour Press' },
    datePublished: '2008',
    inLanguage: 'nb',
    bookFormat: 'https://schema.org/Paperback',
  })
})

test('the ISBN fills in and marks known facts, and leaves typed ones [edition-1]', async ({ page, shop }) => {
  const { right, wrong } = anIsbn()
  const facts = { book_name: 'Known Elsewhere', book_writer: 'Ada Quill', isbn: right, publisher: 'Pier Press' }
  await aBookOf(shop, await aMember(shop, 'seller'), { ...facts, language: 'de', binding: 'hardback' })

  const isbn = page.getByLabel('ISBN')
  await isbn.fill(wrong)
  await expect(isbn).toHaveAccessibleDescription(/last digit of this ISBN/)
  await page.getByLabel('Book Writer').fill('As on my copy')
  await isbn.fill(`978-${right.slice(3)}`)
  await expect(page.getByText('Filled in from another copy in the club.')).toBeVisible()
  await expect(page.getByLabel('Book Name')).toHaveValue('Known Elsewhere')
  await expect(page.getByLabel('Book Name')).toHaveAccessibleDescription(/Filled in from the ISBN/)
  await expect(page.getByLabel('Book Writer')).toHaveValue('As on my copy')
  await expect(page.getByLabel('Publisher')).toHaveValue('Pier Press')
  await expect(page.getByLabel('Language')).toHaveValue('de')
  await expect(page.getByLabel('Binding')).toHaveValue('hardback')
  // An unknown ISBN: facts filled in by the first look-up are cleared, typed ones stay.
  await isbn.fill('9780000000002')
  await expect(page.getByText('We don’t know this book yet.')).toBeVisible()
  await expect(page.getByLabel('Book Name')).toHaveValue('')
  await expect(page.getByLabel('Book Writer')).toHaveValue('As on my copy')
  await isbn.fill(right)
  await expect(page.getByLabel('Book Name')).toHaveValue('Known Elsewhere')
  await page.getByLabel('Book Name').fill('Known Elsewhere, signed')
  await expect(page.getByLabel('Book Name')).not.toHaveAccessibleDescription(/Filled in from the ISBN/)
})
