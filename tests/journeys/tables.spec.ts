import { expect, test } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { tooWide } from '#tests/kit/browser/page-rules.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'

// From here on the side menu stands beside the page, and takes the room.
const WIDTHS = [1024, 1060]

test('My buyers fits into a window of 1024 or 1060 pixels', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  const contacts = { phone: '+49 (30) 12 34 56 78', meetingLocation: 'Central Library, by the returns box' }
  for (const title of ['A Book', 'The Lighthouse Keeper’s Third Winter by the Harbour'])
    await anOrderOf(shop, await aMember(shop, 'buyer'), await aBookOf(shop, seller, { book_name: title }), contacts)
  await enterAs(page, shop, seller)
  await page.goto('/dashboard/my-buyers')
  const table = page.getByRole('table')
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  for (const width of WIDTHS)
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 })
      expect(await table.evaluate((it) => it.scrollWidth - it.parentElement!.clientWidth)).toBeLessThanOrEqual(0)
      expect(await tooWide(page)).toEqual([])
    })
})
