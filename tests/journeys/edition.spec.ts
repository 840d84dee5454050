import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'

const texts = {
  'Book Name': 'Tables of the Tide',
  'Book Writer': 'Ines Halloran',
  'Year of purchase': '2019',
  Description: 'Read once.',
  'Original Price': '24',
  'Resale Price': '12,50',
  Location: 'Harbour square',
  'Mobile Number': '+49 30 1234567',
}
const summary = (page: Page) => page.getByText('More about this edition')

test.beforeEach(async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard/add-product')
  await expect(summary(page)).toBeVisible()
})

test('what is known of the edition stays with a draft, and is shown to people and search engines', async ({ page }) => {
  const isbn = page.getByLabel('ISBN')
  await expect(isbn).toBeHidden()
  await summary(page).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await isbn.fill('0-306-40615-2')
  await page.getByLabel('Publisher').fill('Harbour Press')
  await page.getByLabel('Year published').fill('2008')
  await page.getByLabel('Language').selectOption({ label: 'Norwegian Bokmål' })
  await page.getByLabel('Binding').selectOption('paperback')
  await page.reload()
  await expect(isbn).toHaveValue('0-306-40615-2')
  await expect(page.getByLabel('Language')).toHaveValue('nb')

  await page
    .getByLabel('Product Image')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
  for (const [label, value] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Add Product', exact: true }).click()
  await expect(page).toHaveURL(/my-products$/)
  await page.getByRole('link', { name: texts['Book Name'], exact: true }).first().click()
  const told = { ISBN: '9780306406157', Publisher: 'Harbour Press', 'Year published': '2008', Binding: 'paperback' }
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

test('a mistake that is folded away comes to light, and can be reached', async ({ page }) => {
  const isbn = page.getByLabel('ISBN')
  await summary(page).click()
  await isbn.fill('978-0-306-40615-8')
  await summary(page).click()
  await expect(isbn).toBeHidden()
  await page.getByRole('button', { name: 'Add Product', exact: true }).click()
  await expect(isbn).toHaveAccessibleDescription(/last digit of this ISBN/)
  await expect(isbn).toBeVisible()
  await summary(page).click()
  await page.getByRole('button', { name: /last digit of this ISBN/ }).click()
  await expect(isbn).toBeFocused()
})
