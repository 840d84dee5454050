import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { demoMember } from '#tests/kit/members.ts'
import { aPhoto } from '#tests/kit/browser/book-form.ts'

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the admin adds a category with a picture, renames it, moves it, and merges it into another', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/categories')
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByRole('button', { name: 'Add the category' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Please fill in the name/)
  await page.getByLabel('Name').fill('Children’s & YA')
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/“Children S Ya”/)
  await page.getByLabel('Name').fill('Sheet Music')
  await page.getByLabel('Description').fill('To be played')
  await page.getByLabel('Choose a picture').setInputFiles(await aPhoto('notes.png'))
  await expect(page.getByAltText('As it is now')).toBeVisible()
  await page.getByRole('button', { name: 'Add the category' }).click()
  await expect(page.getByRole('status').getByText('Sheet Music was added.')).toBeVisible()

  await row(page, 'Sheet Music').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Scores')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(page, 'Scores')).toBeVisible()
  await row(page, 'Scores').getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('status').getByText('Scores moved up.')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('listitem').last().getByRole('heading', { name: 'Cook Book' }),
  ).toBeVisible()

  await row(page, 'Scores').getByRole('button', { name: 'Merge' }).click()
  await page.getByLabel('Merge into').selectOption('Cook Book')
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(/Scores was merged into Cook Book/)).toBeVisible()
  await expect(row(page, 'Scores')).toHaveCount(0)
})
