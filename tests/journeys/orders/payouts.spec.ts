import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs } from '#tests/kit/members.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

test('an admin marks a payout for done orders, and the seller finds it on the statement', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  const seller = rowOf(page, (await demoMember(shop, 'seller')).email)
  await page.goto('/dashboard/payouts')
  await expect(seller).toContainText('$')
  await seller.getByRole('link').click()
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('region', { name: 'Money the club owes them' })).toContainText('The club owes them $')
  await page.getByRole('dialog').getByRole('link', { name: 'Payouts' }).click()
  await expect(seller).toContainText('$')
  await seller.getByRole('button', { name: /^Mark as transferred to/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('this moves no money')
  await expect(dialog.getByLabel('Reference')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Reference').fill('Transfer 2026-11')
  await dialog.getByRole('button', { name: 'Mark as transferred' }).click()
  await expect(dialog).toBeHidden()
  await expect(seller).toBeHidden()
  await page.getByRole('link', { name: 'Transferred' }).click()
  await expect(rowOf(page, 'Transfer 2026-11')).toBeVisible()

  await openAs(page, shop, await demoMember(shop, 'seller'), '/dashboard/statement')
  await expect(page.getByRole('region', { name: 'Totals in USD' })).toContainText('Owed to you$0.00')
  await expect(rowOf(page, 'Transferred to you').first()).toContainText('-$')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('statement.csv')

  await openAs(page, shop, await aMember(shop, 'seller', 'Ida Frost'), '/dashboard/statement')
  await expect(page.getByText('An order appears here once it’s done.')).toBeVisible()
})
