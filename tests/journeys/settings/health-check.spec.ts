import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { demoMember, enterAs } from '#tests/kit/members.ts'

test('an admin runs the checks of the shop, reads what they found, and copies the report', async ({ page, shop }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  await page.goto('/dashboard/doctor')
  await page.getByRole('button', { name: 'Run the checks' }).click()
  await expect(page.getByRole('button', { name: 'Run the checks again' })).toBeVisible()
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await expect(checks).toHaveCount(12)
  await expect(checks.filter({ hasText: '6. Database' })).toContainText(/PostgreSQL \d+/)
  await expect(checks.filter({ hasText: '11. Address' })).toContainText('leads to this shop.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy the report' }).click()
  await expect(page.getByText('Report copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(' 6. Database: ')
})
