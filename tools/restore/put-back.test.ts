import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLongSession } from '#server/backup/long-session.ts'
import { findRowNow } from '#server/backup/look-inside/rows-now.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { putBackListing } from '#server/books/put-back/put-back-listing.ts'
import { removeBook } from '#server/books/remove-book.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { aBook, anAccount, buyNowBody, closeByAdmin, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { findListing, findListings, show, type Look } from './look.ts'
import { encoded } from './put-back.ts'

const shop = await startTestServer()
const { services, database, dataDir, clock, send } = shop
const folder = await aFolder()
const file = path.join(folder, 'monday.tar.gz')

let seller: TestAccount
let buyer: TestAccount
/** Listings of the backup. */
const ids: Record<'pictured' | 'sold' | 'paused' | 'ofClosed' | 'categorised' | 'reserved' | 'kept', string> = {
  pictured: '',
  sold: '',
  paused: '',
  ofClosed: '',
  categorised: '',
  reserved: '',
  kept: '',
}
let closing: TestAccount
let picture: string

const buy = (bookId: string) => send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(bookId) })

beforeAll(async () => {
  seller = await anAccount(services, 'seller', { name: 'Ida Holm' })
  closing = await anAccount(services, 'seller')
  buyer = await anAccount(services, 'buyer')
  picture = (await uploadImage(services, seller.id, await aPicture())).url
  await sql`INSERT INTO categories (slug, image_url, description, position) VALUES ('sea-stories', '', '', 99)`.execute(
    services.db,
  )
  ids.pictured = await aBook(services, seller, {
    title: 'Émile: a\ttale\n\\N of “tabs”',
    images: [picture, `/images/${'ab'.repeat(16)}/1200.webp`],
  })
  ids.sold = await aBook(services, seller, { title: 'Sold Since' })
  ids.paused = await aBook(services, seller, { title: 'Paused by Its Seller' })
  await sql`UPDATE books SET paused_at = date_trunc('second', now()), is_paused = true WHERE id = ${ids.paused}`.execute(
    services.db,
  )
  ids.ofClosed = await aBook(services, closing, { title: 'Of a Closed Account' })
  ids.categorised = await aBook(services, seller, { title: 'Under Sail', category: 'sea-stories' })
  ids.reserved = await aBook(services, seller, { title: 'Reserved Then' })
  ids.kept = await aBook(services, seller, { title: 'Never Deleted' })
  const { status, text } = await buy(ids.reserved)
  if (status !== 200) throw new Error(text)
  await takeBackup({ databaseUrl: database.url, dataDir }, file, { now: clock.now() })
})

const isForSale = async (title: string): Promise<boolean> => {
  const { json } = await send('GET', '/api/all-books?limit=100')
  return (json as { title: string }[]).some((book) => JSON.stringify(book).includes(JSON.stringify(title).slice(1, -1)))
}
const remove = (id: string) => removeBook(services, seller.id, id)

async function putBack(id: string) {
  const { book, madeAt, pictures } = await findListing(file, id, () => {})
  return putBackListing(services, { row: book, pictures: encoded(pictures), madeAt })
}

async function look(): Promise<Look> {
  const session = await openLongSession(database.url, 'a test')
  onTestFinished(() => session.end())
  return { file, progress: () => {}, readNow: (table, id) => findRowNow(session, table, id) }
}

test('a listing is found by words of its title, and shown with what belongs to it and what differs now', async () => {
  const given = await look()
  expect(await findListings('emile TABS', given)).toEqual([
    expect.stringContaining(`${ids.pictured}  Émile: a tale \\N of “tabs”, Ada Winter; $12.50, for sale`),
  ])
  await expect(findListings('nothing like it', given)).rejects.toThrow('has no listing with “nothing like it”')
  const shown = async (named: string) => (await show({ act: 'show', file, kind: 'listing', named }, given)).join('\n')
  expect(await shown(`http://localhost/advertise/${ids.pictured}/emile`)).toMatch(
    /Seller +Ida Holm, .*\n +Pictures +2, 1 of them in this backup\n +Orders +none\nIn the shop now: the same\.$/,
  )
  expect(await shown(ids.reserved)).toMatch(/State +reserved[^]*Orders +1 order\n +\w{3}-\w{4} +claimed, \$12\.50/)
  await sql`UPDATE books SET title = 'Renamed' WHERE id = ${ids.kept}`.execute(services.db)
  expect(await shown(ids.kept)).toContain('\n  title: Never Deleted → Renamed')
  await expect(shown(crypto.randomUUID())).rejects.toThrow('The backup has no listing')
})

test('an account and an order are shown, by email and by number', async () => {
  const given = await look()
  const account = await show({ act: 'show', file, kind: 'account', named: seller.email.toUpperCase() }, given)
  expect(account.join('\n')).toMatch(/Name +Ida Holm\n[^]*Listings +6 listings\n[^]*Sold Since/)
  const [{ number } = { number: '' }] = (
    await sql<{ number: string }>`SELECT number FROM orders WHERE book_id = ${ids.reserved}`.execute(services.db)
  ).rows
  const order = await show({ act: 'show', file, kind: 'order', named: number.toLowerCase() }, given)
  expect(order.join('\n')).toMatch(/Book +Reserved Then.*\n +Buyer +Test buyer, .*\n +Seller +Ida Holm/)
  expect(order.at(-1)).toBe('In the shop now: the same.')
  const alone = await show({ act: 'show', file, kind: 'account', named: buyer.id }, { ...given, readNow: null })
  expect(alone.at(-1)).toBe('There is no shop here to compare it with.')
})

test('a deleted listing comes back as it was, with the pictures that can be had, and the audit log says from where', async () => {
  await remove(ids.pictured)
  // Its files and rows went, as after an edit without them.
  await sql`UPDATE books SET images = '{}', title = 'Spoiled' WHERE id = ${ids.pictured}`.execute(services.db)
  await sql`DELETE FROM images WHERE url = ${picture}`.execute(services.db)
  await services.images.remove(services.db, picture)
  expect(await services.images.has(picture)).toBe(false)
  expect(await isForSale('of “tabs”')).toBe(false)

  expect(await putBack(ids.pictured)).toEqual({
    title: 'Émile: a\ttale\n\\N of “tabs”',
    state: 'for sale',
    lostPictures: 1,
  })
  expect(await isForSale('of “tabs”')).toBe(true)
  const page = await send('GET', `/api/advertise/${ids.pictured}`)
  expect([page.status, JSON.stringify(page.json)]).toEqual([200, expect.stringContaining(picture)])
  expect(await services.images.read(picture)).not.toBeNull()
  await stat(path.join(dataDir, 'images', picture.split('/')[2]!, '320.avif'))
  const admin = await anAccount(services, 'admin')
  const log = await send('GET', '/api/audit-log?kind=listing_brought_back', { token: admin.token })
  expect(log.json).toEqual([
    expect.objectContaining({
      by: null,
      book: expect.objectContaining({ id: ids.pictured }),
      from: expect.any(String),
    }),
  ])
  await expect(putBack(ids.pictured)).rejects.toThrow('This listing is in the shop: nothing was deleted.')
})

test('a listing whose row is gone is made again under its id; one that was reserved and is unknown now is paused', async () => {
  const before = { ...(await findRowNow(await openSession(), 'public.books', ids.paused)) }
  for (const id of [ids.paused, ids.reserved]) {
    await sql`DELETE FROM orders WHERE book_id = ${id}`.execute(services.db)
    await sql`DELETE FROM books WHERE id = ${id}`.execute(services.db)
  }
  expect(await putBack(ids.paused)).toMatchObject({ state: 'paused', lostPictures: 0 })
  expect(await findRowNow(await openSession(), 'public.books', ids.paused)).toEqual({
    ...before,
    // What is shown of it hasn't changed since it is there.
    changed_at: null,
  })
  expect(await putBack(ids.reserved)).toMatchObject({ state: 'paused' })
})

async function openSession() {
  const session = await openLongSession(database.url, 'a test')
  onTestFinished(() => session.end())
  return session
}

test('what was sold, whose seller is gone or whose category is gone is refused in words, and changes nothing', async () => {
  expect(await buy(ids.sold)).toMatchObject({ status: 200 })
  await sql`UPDATE books SET state = 'sold', removed_at = now() WHERE id = ${ids.sold}`.execute(services.db)
  await remove(ids.categorised)
  await sql`UPDATE books SET category = NULL WHERE id = ${ids.categorised}`.execute(services.db)
  await sql`DELETE FROM categories WHERE slug = 'sea-stories'`.execute(services.db)
  await closeByAdmin(services, closing.id)
  const cases: [id: string, says: string][] = [
    [ids.sold, 'This copy was sold'],
    [ids.ofClosed, 'closed accounts aren’t brought back'],
    [ids.categorised, 'Its category “sea-stories” isn’t in the shop any more. Add it again'],
    [crypto.randomUUID(), 'The backup has no listing'],
  ]
  for (const [id, says] of cases) await expect(putBack(id)).rejects.toThrow(says)
  const { rows } =
    await sql`SELECT FROM books WHERE removed_at IS NULL AND id = ANY(${[ids.ofClosed, ids.categorised]})`.execute(
      services.db,
    )
  expect(rows).toEqual([])
  await sql`INSERT INTO categories (slug, image_url, description, position) VALUES ('sea-stories', '', '', 99)`.execute(
    services.db,
  )
  expect(await putBack(ids.categorised)).toMatchObject({ state: 'for sale' })
})

test('while its seller is away a listing comes back paused, and a damaged backup brings nothing back', async () => {
  await remove(ids.kept)
  await writeFile(path.join(folder, 'torn.tar.gz'), 'torn')
  await expect(findListing(path.join(folder, 'torn.tar.gz'), ids.kept, () => {})).rejects.toThrow('is not a backup')
  await sql`UPDATE accounts SET listings_paused = true WHERE id = ${seller.id}`.execute(services.db)
  expect(await putBack(ids.kept)).toMatchObject({ state: 'paused' })
  await rm(path.join(folder, 'torn.tar.gz'))
})
