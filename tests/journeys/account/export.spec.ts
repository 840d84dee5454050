import { readFile } from 'node:fs/promises'
import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, mailedTo } from '#tests/kit/members.ts'
import { unzip } from '#tests/kit/unzip.ts'

test('a seller requests their data, gets an email when it is ready, and downloads it', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller', 'Odile Marsh')
  await aBookOf(shop, seller, { book_name: 'The Whole of It' })
  await openAs(page, shop, seller, '/dashboard/account#export')
  const section = page.getByRole('region', { name: 'Your data' })
  await expect(section.getByRole('heading')).toBeFocused()
  await section.getByRole('button', { name: 'Download everything' }).click()
  const download = section.getByRole('button', { name: /^Download the file \(\d+ KB\)$/ })
  await expect(download).toBeVisible()
  await expect(section.getByRole('status')).toContainText('Your file is ready')

  const downloading = page.waitForEvent('download')
  await download.click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/)
  const files = unzip(await readFile(await file.path()))
  expect(files['listings.csv']!.toString()).toContain('The Whole of It')
  expect(Object.keys(files).filter((name) => name.startsWith('pictures/'))).toHaveLength(1)

  await mailedTo(shop, seller, /\/dashboard\/account#export/)
  await page.reload()
  await expect(download).toBeVisible()
})
