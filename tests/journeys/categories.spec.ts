import { expect, test, type Page } from '#tests/kit/browser/journey.ts'
import { demoMember, enterAs } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'

// A taken name is refused.
test.use({ expectedConsoleErrors: [/409/] })

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the admin adds a category with a picture, renames it, puts it first, and merges it into another', async ({
  page,
  shop,
}) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByRole('button', { name: 'Add the category' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Please fill in the name/)
  await page.getByLabel('Name').fill('Children’s & YA')
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/“Children S Ya”/)
  await page.getByLabel('Name').fill('Sheet Music')
  await page.getByLabel('Description').fill('To be played')
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
  await expect(page.getByAltText('As it is now')).toBeVisible()
  await page.getByRole('button', { name: 'Add the category' }).click()
  await expect(page.getByRole('status').getByText('Sheet Music was added.')).toBeVisible()

  await row(page, 'Sheet Music').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Novel Book')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Choose another name/)
  await page.getByLabel('Name').fill('Scores')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(page, 'Scores')).toBeVisible()
  await page.goto('/books/sheet-music')
  await expect(page).toHaveURL(/\/books\/scores$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Scores' })).toBeVisible()

  await page.goto('/dashboard/categories')
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
  await page.goto('/books/scores')
  await expect(page).toHaveURL(/\/books\/cook-book$/)
})
