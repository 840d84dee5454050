import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFile } from '#client/screens/my-books/export/list-file.ts'
import { listBooksOfSeller } from '#server/books/list-books.ts'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { sourceOf } from '#tests/kit/lists/list-source.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { beginImport, importBooks } from './import-books.ts'
import type { ListRow } from './list-row.ts'
import { listRules } from './list-rules.ts'
import { previewImport } from './preview-import.ts'
import { findList, rowsOf } from './read-list.ts'

const server = await startTestServer()
const { services, send } = server

/** The seller's list as My Products saves it: two books for sale, and one in each other state. */

const seller = await anAccount(services, 'seller')
// Two identical copies of one title.
const titles = ['The Tin Lantern', 'The Tin Lantern', 'Sold', 'Reserved', 'Paused', 'Taken down']
const ids: string[] = []
for (const title of titles) ids.push(await aBook(services, seller, { title }))
const [, , sold, reserved, paused, takenDown] = ids
await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(services.db)
const buyer = await anAccount(services, 'buyer')
await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(reserved!) })
await send('POST', '/api/my-books/changes', { token: seller.token, body: { change: 'pause', books: [paused] } })
const admin = await anAccount(services, 'admin')
const body = { reason: 'rules', note: '' }
await send('POST', `/api/listings/${takenDown}/take-down`, { token: admin.token, body })
const { items } = await listBooksOfSeller(services, seller.id, {}, { limit: 100, cursor: undefined, sort: 'newest' })
const saved = listFile(items)

async function bring(to: TestAccount, content: string, given: ListRow = {}) {
  const list = await findList(sourceOf(content))
  const rules = await listRules(services, { given, makeUpMissing: false })
  const { books, ...preview } = await previewImport(services, to.id, rowsOf(list), rules, { mostBooks: 0 })
  const importId = await beginImport(services, { sellerId: to.id, fileName: 'my-books.csv' })
  const report = await importBooks(services, { sellerId: to.id, importId }, rowsOf(list), rules)
  expect([preview, books]).toEqual([report, []])
  return report
}
const titlesOf = async ({ token }: TestAccount) =>
  (await send('GET', '/api/my-books?limit=100', { token })).json.map((book: { book_name: string }) => book.book_name)
const notForSale = { sold: 1, reserved: 1, paused: 1, taken_down: 1 }

test('a list that was saved here doubles nothing, and lists nothing that isn’t for sale', async () => {
  const before = (await walk(server, '/api/my-books', seller.token)).ids
  expect(await bring(seller, saved)).toMatchObject({ inserted: 0, known: 2, refusedRows: 0, leftOut: notForSale })
  expect((await walk(server, '/api/my-books', seller.token)).ids).toEqual(before)
})

test('in another shop, or by another seller, what was for sale is listed, each copy once', async () => {
  const other = await anAccount(services, 'seller')
  expect(await bring(other, saved)).toMatchObject({ inserted: 2, known: 0, refusedRows: 0, leftOut: notForSale })
  expect(await titlesOf(other)).toEqual(['The Tin Lantern', 'The Tin Lantern'])
  expect(await bring(other, saved)).toMatchObject({ inserted: 0, known: 2, leftOut: notForSale })
  const ofAnotherShop = saved.replaceAll(/"[\da-f]{8}-/g, '"00000000-')
  expect(await bring(seller, ofAnotherShop)).toMatchObject({ inserted: 2, known: 0, leftOut: notForSale })
})

test('several copies in a row are as many listings, none of them twice, and an inventory’s empty rows are none', async () => {
  const other = await anAccount(services, 'seller')
  const inventory = (many: number) => `listingid\ttitle\tauthor\tprice\tquantity\tbindingtext
a1\tThe Salt Harbour\tIda Holm\t5\t${many}\tHardcover
a2\tThe Winter Ferry\tIda Holm\t5\t0\tHardcover
a3\tThe Paper Orchard\tIda Holm\t5\t1\tKindle Edition
`
  const given = { originalPrice: '9', location: 'Library', phone: '+1 555 0100', yearOfPurchase: '2019' }
  const leftOut = { none_left: 1, digital: 1 }
  expect(await bring(other, inventory(3), given)).toMatchObject({ inserted: 3, known: 0, leftOut })
  expect(await bring(other, inventory(2), given)).toMatchObject({ inserted: 0, known: 2 })
  expect(await bring(other, inventory(4), given)).toMatchObject({ inserted: 1, known: 3 })
  expect(await titlesOf(other)).toEqual(Array.from({ length: 4 }, () => 'The Salt Harbour'))
})
