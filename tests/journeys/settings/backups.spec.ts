import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '#tests/kit/browser/journey.ts'
import { demoMember, enterAs } from '#tests/kit/members.ts'

const dir = path.join(tmpdir(), 'dogear-backups-of-journeys')
test.use({ shopSettings: { BACKUP_DIR: dir } })
test.afterAll(() => rm(dir, { recursive: true, force: true }))

test('an admin takes a backup, sees it in the list, and downloads it by their password', async ({ page, shop }) => {
  const admin = await demoMember(shop, 'admin')
  await enterAs(page, shop, admin)
  await page.goto('/dashboard/backups')
  const backups = page.getByRole('table', { name: 'Backups, newest first' }).getByRole('row')
  // The shop takes one by itself, before it takes others.
  await expect(async () => {
    await page.reload()
    await expect(backups.filter({ hasText: 'Automatic' })).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Take a backup now' }).click()
  const own = backups.filter({ hasText: 'Taken by an admin' })
  await expect(own).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await own.getByRole('button', { name: /^Download/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Download the backup of/ })
  await dialog.getByLabel('Your own password').fill(admin.password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^dogear-by-hand-.*\.tar\.gz$/)
  expect(await (await download).failure()).toBeNull()
  await expect(dialog).toBeHidden()
  await page.goto('/dashboard/audit-log?kind=backup_downloaded')
  await expect(page.getByRole('row', { name: /Backup downloaded/ })).toContainText('the one of 20')
})
