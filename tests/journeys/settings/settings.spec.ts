import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs } from '#tests/kit/members.ts'

// A shop of its own: what is set here changes every page.
test.use({
  shopSettings: { DOGEAR_TAGLINE: 'a club by the river' },
  expectedConsoleErrors: [/status of 409/],
})

test('an admin names the club; pages, visitors and a second admin have it at once, and nobody overwrites unseen', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const admin = await demoMember(shop, 'admin')
  await enterAs(page, shop, admin)
  const second = await anotherBrowser()
  await enterAs(second, shop, admin)
  for (const one of [page, second]) await one.goto('/dashboard/settings')

  await expect(page.getByText('Set by the operator in DOGEAR_TAGLINE; it can’t be changed here.')).toBeVisible()
  await expect(page.getByLabel('Tagline')).toHaveCount(0)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('button', { name: 'Name: Please fill in the name' })).toBeVisible()
  await page.getByLabel('Name').fill('Inkwell')
  await page.getByLabel('Contact email').fill('inkwell@example.org')
  await page.getByRole('radio', { name: 'Everybody, and search engines' }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Inkwell')).toBeVisible()
  await expectAccessible(page)

  // The other form is as it was opened: what both changed is told, what only the first one changed stands in it now.
  await second.getByLabel('Name').fill('Bookworms')
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Somebody has changed the settings meanwhile.')).toBeVisible()
  await expect(second.getByText('Somebody else has just saved “Inkwell”.')).toBeVisible()
  await expect(second.getByLabel('Name')).toHaveValue('Bookworms')
  await expect(second.getByLabel('Contact email')).toHaveValue('inkwell@example.org')
  await expect(second.getByRole('radio', { name: 'Everybody, and search engines' })).toBeChecked()
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Saved. It applies from now on.')).toBeVisible()

  await second.goto('/dashboard/audit-log?kind=setting_changed')
  await expect(second.getByText('Name: from “Inkwell” to “Bookworms”')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.goto('/all-products')
  await expect(visitor).toHaveTitle(/ · Bookworms$/)
  await expect(visitor.getByRole('article').first()).toBeVisible()
  await visitor.goto('/contact')
  await expect(visitor.getByRole('main').getByRole('link', { name: 'inkwell@example.org' })).toBeVisible()
})

test('who is no admin is not shown them', async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard/settings')
  await expect(page).toHaveURL(/\/login/)
})
