import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { listsWith, PUBLIC_LISTS } from '#tests/kit/walk.ts'
import { findBookOfSeller } from './books.sql.ts'
import { beginImport } from './import/import-books.ts'
import { insertImportedBooks } from './import/imports.sql.ts'
import { pauseListings } from './pause-listings.ts'

const server = await startTestServer()
const { services, send } = server

const pause = (by: TestAccount, isPaused: boolean) =>
  send('PUT', '/api/my-books', { token: by.token, body: { isPaused } })
const read = async (path: string, token?: string) => (await send('GET', `/api${path}`, { token })).json
const shown = (book: string) => read(`/advertise/${book}`)
const counts = async () => {
  const categories = (await read('/books-categories')) as { categories_name: string; unsoldCount: number }[]
  const { count } = await read('/all-books/count')
  const { count: ofNovels } = await read('/all-books/count?category_name=novel-book')
  const novels = categories.find((one) => one.categories_name === 'novel-book')
  return { all: count, novels: ofNovels, told: novels?.unsoldCount }
}
async function anAdvertised(seller: TestAccount): Promise<string> {
  const book = await aBook(services, seller, { category: 'novel-book' })
  await send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })
  return book
}

describe('listings that are paused', () => {
  test('are in no list and no count, and come back as they were [pause-listings-1]', async () => {
    const [seller, other] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    const [one, two] = [await anAdvertised(seller), await anAdvertised(seller)]
    const stays = await anAdvertised(other)
    const before = await counts()
    expect(before.told).toBe(before.novels)
    expect((await pause(seller, true)).json).toEqual({ acknowledged: true, matchedCount: 2, modifiedCount: 2 })
    expect([await listsWith(server, one), await listsWith(server, two), await listsWith(server, stays)]).toEqual([
      [],
      [],
      PUBLIC_LISTS,
    ])
    const { all, novels, told } = before
    expect(await counts()).toEqual({ all: all - 2, novels: novels - 2, told: told! - 2 })
    expect((await send('GET', '/sitemap.xml')).text).not.toContain(one)
    expect((await pause(seller, true)).json).toMatchObject({ modifiedCount: 0 })
    expect((await pause(seller, false)).json).toMatchObject({ modifiedCount: 2 })
    expect([await listsWith(server, one), await counts()]).toEqual([PUBLIC_LISTS, before])
  })

  test('keep their pages, which say so; their seller sees them all', async () => {
    const seller = await anAccount(services, 'seller')
    const book = await anAdvertised(seller)
    await pause(seller, true)
    expect(await shown(book)).toMatchObject({ available: 'unsold', isPaused: true, advertise: 'true' })
    expect(await read('/my-books', seller.token)).toMatchObject([{ _id: book, isPaused: true }])
    expect(await read('/user-type-find', seller.token)).toMatchObject({ listingsPaused: true })
    await pause(seller, false)
    expect((await shown(book)).isPaused).toBe(false)
    expect(await read('/user-type-find', seller.token)).toMatchObject({ listingsPaused: false })
  })

  test('can’t be bought [pause-listings-2]', async () => {
    const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const book = await anAdvertised(seller)
    await pause(seller, true)
    const buy = () => send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
    expect(await buy()).toMatchObject({ status: 409, json: { code: 'listing_paused' } })
    await pause(seller, false)
    expect((await buy()).status).toBe(200)
  })

  test('are those that are added, imported or brought back meanwhile as well', async () => {
    const seller = await anAccount(services, 'seller')
    const deleted = await anAdvertised(seller)
    await send('DELETE', `/api/my-books/${deleted}`, { token: seller.token })
    await pause(seller, true)
    const added = await aBook(services, seller)
    await send('POST', `/api/my-books/${deleted}/restore`, { token: seller.token })
    const postedAt = services.clock.now()
    const book = { ...(await findBookOfSeller(services.db, added, seller.id))!, sourceKey: 'a row', postedAt }
    const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
    const into = { sellerId: seller.id, importId, currency: 'USD' }
    expect(await services.db.transaction().execute((tx) => insertImportedBooks(tx, into, [book]))).toBe(1)
    const mine = await read('/my-books', seller.token)
    expect(mine.map(({ isPaused }: { isPaused: boolean }) => isPaused)).toEqual([true, true, true])
    expect([await listsWith(server, added), await listsWith(server, deleted)]).toEqual([[], []])
  })

  test('leave reservations as they are, and hide what comes back from one', async () => {
    const seller = await anAccount(services, 'seller')
    const { id, book, buyer } = await anOrder(server, { seller, book: await anAdvertised(seller) })
    await pause(seller, true)
    expect(await shown(book)).toMatchObject({ reserved: true })
    expect((await shown(book)).isPaused).toBe(false)
    expect(await read(`/my-orders/${id}`, buyer.token)).toMatchObject({ state: 'claimed' })
    await send('POST', `/api/my-orders/${id}/cancel`, { token: buyer.token })
    expect([await listsWith(server, book), (await shown(book)).isPaused]).toEqual([[], true])
  })
})

test('a book that is listed in the moment of pausing is hidden as well', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const seller = await anAccount(services, 'seller')
    const books = await Promise.all([
      ...Array.from({ length: 8 }, () => aBook(services, seller)),
      pauseListings(services, seller.id, true).then(() => aBook(services, seller)),
    ])
    const pages = await Promise.all(books.map((book) => shown(book)))
    expect(pages.map(({ isPaused }) => isPaused)).toEqual(books.map(() => true))
  }
})
