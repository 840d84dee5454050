import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { h1 } from '#tests/kit/browser/parts.ts'
import { aMember } from '#tests/kit/members.ts'

test('a visitor who wants to sell registers once and stands in the form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sell a book' }).first().click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('radio', { name: /^Seller/ })).toBeChecked()
  await page.getByLabel('Email').fill(`seller-${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('six letters')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/add-product')
  await expect(page.getByLabel('ISBN')).toBeVisible()
})

test('a member without the role is asked once, in place [start-1]', async ({ page, shop }) => {
  await openAs(page, shop, await aMember(shop, 'buyer'), '/')
  await page.getByRole('main').getByRole('link', { name: 'Sell a book' }).first().click()
  await expect(page.getByRole('group', { name: 'Start selling?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start selling' }).click()
  await expect(page.getByLabel('ISBN')).toBeVisible()
  await expect(h1(page, 'Add A Product')).toBeFocused()
  await page.goto('/dashboard/my-orders')
  await expect(page.getByRole('button', { name: 'Start buying' })).toBeVisible()
})
