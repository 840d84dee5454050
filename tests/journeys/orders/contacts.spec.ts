import { sellerOf, type Club } from '#tests/kit/browser/clubs.ts'
import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import { screens } from '#tests/kit/browser/screens.ts'
import { CLUB_ADDRESS, openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf, aPaidOrderOf, openBuyNow, outcome } from '#tests/kit/shopping.ts'
import { rowOf, sideMenu } from '#tests/kit/browser/parts.ts'

const PHONE = '+49 171 5550042'
test.use({ shopSettings: openCatalogue })

const aListing = (shop: ShopProcess, seller: Member, title: string) =>
  aBookOf(shop, seller, { book_name: title, mobileNumber: PHONE })

test('no public page contains contacts, nor does its data', async ({ shop }) => {
  const [seller, buyer] = [await aMember(shop, 'seller', ''), await aMember(shop, 'buyer', '')]
  const [listed, held] = [await aListing(shop, seller, 'For All to See'), await aListing(shop, seller, 'Taken')]
  await send(shop, `/api/my-books/${listed}`, { method: 'PUT', token: seller.token, body: { advertise: 'true' } })
  await anOrderOf(shop, buyer, held, { phone: '+49 30 5550043', meetingLocation: 'Under the sundial' })
  const books = {
    photographed: listed,
    bare: listed,
    longWords: listed,
    rightToLeft: held,
    lowered: listed,
    held,
    sold: held,
  }
  const answers = { open: '/answer/half', given: '/answer/half' }
  const club: Club = { shop, people: {}, books, orders: {}, sellers: {}, answers, conversations: {} }
  const open = screens.filter(({ as, route }) => as === 'visitor' && route !== 'outbox')
  const more = [
    '/all-products',
    '/all-products?sort=price',
    '/books/novel-book',
    '/sitemap.xml',
    `/buy/${listed}`,
    `/sellers/${await sellerOf(shop, listed)}`,
  ]
  expect(await (await fetch(`${shop.origin}/all-products`)).text()).toContain('For All to See')
  const paths = new Set([...open.map(({ address }) => address(club)), ...more])
  for (const path of paths)
    for (const address of [path, `${path === '/' ? '/_root' : path.replace(/[?#].*/, '')}.data`]) {
      const text = await (await fetch(shop.origin + address)).text()
      for (const contact of [seller.email, buyer.email, PHONE, '5550042', '5550043', 'Under the sundial'])
        expect({ address, contact, told: text.includes(contact) }).toEqual({ address, contact, told: false })
    }
})

test.describe('a second book before the email is confirmed', () => {
  test.use({ expectedConsoleErrors: [/409/] })
  test('is refused, beside the button that sends the link again', async ({ page, shop }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    await anOrderOf(shop, buyer, await aListing(shop, seller, 'The First'))
    await enterAs(page, shop, buyer)
    const dialog = await openBuyNow(page, await aListing(shop, seller, 'The Second'), 'The Second')
    await expect(dialog).toContainText('for 2 hours, because your email isn’t confirmed yet')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'confirm your email first' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: /mail again|Resend/i })).toBeVisible()
  })
})

test('closing a seller with a paid order warns the admin, and informs the buyer', async ({ page, shop }) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Cosmo Trent'), await aMember(shop, 'buyer', 'Hester Vane')]
  const order = await aPaidOrderOf(shop, buyer, await aListing(shop, seller, 'Paid and Not Met'))
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/all-sellers')
  await rowOf(page, seller.email).getByRole('button', { name: 'Delete Cosmo Trent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Cosmo Trent?' })
  await expect(dialog.getByRole('region', { name: 'Paid orders' })).toContainText(
    /“Paid and Not Met”, bought by Hester Vane, paid (just now|\d+ minutes? ago)/,
  )
  await expectAccessible(page)
  await dialog.getByLabel(`Type ${seller.email} to confirm`).fill(seller.email)
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
  await expect(rowOf(page, seller.email)).toHaveCount(0)

  const truth = `The seller’s account was closed. If you haven’t met yet, write to the club: ${CLUB_ADDRESS}`
  await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
  await expect(outcome(page)).toContainText(truth)
  await expect(outcome(page)).not.toContainText('this book is yours')
  const receipt = page.getByRole('region', { name: 'Receipt' })
  for (const words of [truth, 'Cosmo Trent', seller.email, PHONE]) await expect(receipt).toContainText(words)
  await sideMenu(page).getByRole('link', { name: 'My Orders' }).click()
  for (const words of [truth, seller.email, PHONE, 'Library steps'])
    await expect(rowOf(page, 'Paid and Not Met')).toContainText(words)
  await page.goto(`/dashboard/orders/${order}`)
  const step = page.getByRole('region', { name: 'Paid: meet and take the book' })
  await expect(step).toContainText(truth)
  await expect(step).not.toContainText('Get in touch')
  await expect(page.getByRole('link', { name: 'Write to the seller' })).toHaveCount(0)
  await expect(step).not.toContainText('show this to the seller')
  await page.getByRole('button', { name: 'I have the book' }).click()
  await expect(page.getByRole('region', { name: 'You have the book' })).toContainText(
    `The seller’s account was closed. If something is wrong with the book, write to the club: ${CLUB_ADDRESS}`,
  )

  // Two days on nothing is left to say of it, nor a place where it was said.
  await onDatabaseOf(shop, `UPDATE orders SET state = 'done', due_at = NULL WHERE id = '${order}'`)
  await page.goto(`/dashboard/payment/${order}`)
  await expect(receipt).toContainText('Who sold it')
  await expect(receipt.locator('p:empty:visible')).toHaveCount(0)

  // The seller has no name: the books they sold identify them to the club.
  const owed = `('club', -1250), ('seller', 1250)) side (account, amount)`
  await onDatabaseOf(
    shop,
    `INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
     SELECT '${order}', '${order}', 'owed', '${order}', account, amount, 'USD', now() FROM (VALUES ${owed}`,
  )
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/payouts')
  await rowOf(page, 'Closed account').getByRole('link', { name: 'what they sold' }).click()
  await expect(rowOf(page, 'Paid and Not Met')).toBeVisible()
})
