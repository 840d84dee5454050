import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember } from '#tests/kit/members.ts'
import { toastOf } from '#tests/kit/browser/popups.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { loadMore } from '#tests/kit/browser/parts.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { tooWide } from '#tests/kit/browser/page-rules.ts'

const LONG_AGO = "'2020-01-01'::timestamptz"

/** Sixty sellers, Aa00 the oldest and Aa59 the newest of them, all older than the demo's. Done again: the same. */
async function sixtySellers(shop: ShopProcess): Promise<void> {
  await onDatabaseOf(
    shop,
    `INSERT INTO accounts (identity_id, email, name, role, created_at)
     SELECT 'list-' || i, 'list-' || i || '@example.org', 'Aa' || to_char(i, 'FM00'), 'seller', ${LONG_AGO} + i * interval '1 day'
     FROM generate_series(0, 59) AS i ON CONFLICT DO NOTHING`,
  )
}

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })

async function openSellers(page: Page, shop: ShopProcess): Promise<void> {
  await sixtySellers(shop)
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/all-sellers')
  await expect(rows(page)).toHaveCount(24)
}

test.describe('an admin’s list', () => {
  // An expired cursor is refused.
  test.use({ expectedConsoleErrors: [/status of 422/] })
  test('is sorted by its headings, by keyboard, with the order in the address; a phone shows cards', async ({
    page,
    shop,
  }) => {
    await openSellers(page, shop)
    await expect(heading(page, 'Joined')).toHaveAttribute('aria-sort', 'descending')
    // The oldest of all is on no page that was loaded.
    await expect(page.getByText('Aa00')).toHaveCount(0)

    const name = heading(page, 'Name').getByRole('button')
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/all-sellers?sort=name')
    await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(heading(page, 'Joined')).not.toHaveAttribute('aria-sort')
    await expect(rows(page).first()).toContainText('Aa00')
    await expect(name).toBeFocused()
    await expect(page.getByLabel('Sort by')).toHaveValue('name')
    await expect(page.getByRole('status').filter({ hasText: 'sorted by: Name, A to Z' })).toHaveCount(1)

    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/dashboard/all-sellers?sort=-name')
    await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByText('Aa00')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/all-sellers?sort=name')
    await expect(rows(page).first()).toContainText('Aa00')

    await test.step('at twice the size, and on every width between', async () => {
      for (const width of [640, 959, 960, 1023, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
    await test.step('with an order that it doesn’t know, its usual one', async () => {
      await page.goto('/dashboard/all-sellers?sort=shoe-size')
      await expect(rows(page)).toHaveCount(24)
      await expect(page.getByLabel('Sort by')).toHaveValue('newest')
    })
    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await expect(heading(page, 'Name').getByRole('button')).toHaveCount(0)
      await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' })
      await expect(rows(page).first()).toContainText('Aa00')
      await expect(rows(page).first().getByRole('button', { name: 'Delete Aa00' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  })

  test('loads page by page, each with an address; an expired cursor leads to the first page', async ({
    page,
    shop,
  }) => {
    await openSellers(page, shop)
    await page.getByLabel('Sort by').selectOption('Oldest members first')
    await expect(rows(page).first()).toContainText('Aa00')
    await expect(page.getByText('Showing 24 sellers')).toBeVisible()
    await loadMore(page).click()
    await expect(rows(page)).toHaveCount(48)
    await expect(page).toHaveURL(/\/dashboard\/all-sellers\?sort=oldest&cursor=/)
    await expect(page.getByText('Showing 48 sellers')).toBeVisible()
    await expect(loadMore(page)).toBeFocused()
    const names = await rows(page).getByRole('cell').filter({ hasText: /^Aa/ }).allTextContents()
    expect(names).toEqual(Array.from({ length: 48 }, (_, at) => `Aa${String(at).padStart(2, '0')}`))

    await page.reload()
    await expect(rows(page)).toHaveCount(48)
    const address = page.url()
    await page.goBack()
    await expect(rows(page)).toHaveCount(24)
    await page.goForward()
    await expect(rows(page)).toHaveCount(48)

    // Opened by another person, the address shows its own page alone.
    const other = await page.context().newPage()
    await other.goto(address)
    await expect(rows(other)).toHaveCount(24)
    await expect(rows(other).first()).toContainText('Aa24')
    await other.getByRole('link', { name: 'Show from the beginning' }).click()
    await expect(rows(other).first()).toContainText('Aa00')

    await page.goto('/dashboard/all-sellers?sort=name&cursor=bm90aGluZw')
    await expect(page.getByText(/^!?An error has occurred: Start from the first page/)).toBeVisible()
    await page.getByRole('link', { name: 'Show from the beginning' }).click()
    await expect(page).toHaveURL('/dashboard/all-sellers?sort=name')
    await expect(rows(page).first()).toContainText('Aa00')
  })
})

test('My buyers can be sorted, shows Not available, and offers to share books when empty [lists-1]', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const seller = await aMember(shop, 'seller')
  await openAs(page, shop, seller, '/dashboard/my-buyers')
  const share = page.getByRole('button', { name: 'Share your books' })
  await share.click()
  await expect(toastOf(page, 'You have no books for sale yet. List one first.')).toBeVisible()
  const ids = [
    await aBookOf(shop, seller, { book_name: 'Zephyrs over the Lighthouse Keeper’s Third Winter' }),
    await aBookOf(shop, seller, { book_name: 'Anchors' }),
  ]
  await share.click()
  await expect(toastOf(page, 'Copied, ready to paste')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    ` by Nell Harrow, $12.50: ${shop.origin}/advertise/${ids[0]}`,
  )

  const long = { phone: '+49 (30) 12 34 56 78', meetingLocation: 'Central Library, by the returns box' }
  await anOrderOf(shop, await aMember(shop, 'buyer', 'Bodil'), ids[0]!, long)
  await anOrderOf(shop, await aMember(shop, 'buyer', 'Ämma'), ids[1]!, { phone: '', meetingLocation: '' })
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  for (const name of ['Name', 'Email', 'Phone', 'Meeting location']) await expect(heading(page, name)).toBeVisible()
  await expect(rows(page).first().getByRole('cell', { name: 'Not available' })).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Ämma')
  await heading(page, 'Book').getByRole('button').click()
  await expect(rows(page).first()).toContainText('Anchors')
  await heading(page, 'Book').getByRole('button').click()
  await expect(rows(page).first()).toContainText('Zephyrs')
  await page.evaluate(() => document.fonts.ready)
  // From here on the side menu stands beside the page, and takes the room.
  for (const width of [1024, 1060]) {
    await page.setViewportSize({ width, height: 800 })
    const table = page.getByRole('table')
    expect(await table.evaluate((it) => it.scrollWidth - it.parentElement!.clientWidth)).toBeLessThanOrEqual(0)
    expect(await tooWide(page)).toEqual([])
  }
})
