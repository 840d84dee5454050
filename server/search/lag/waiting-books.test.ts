import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { listTitles } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { beginIndex, indexBooks } from '#server/search/index-books.ts'
import { MOST_WAITING } from './index-lag.ts'
import { clearSearchCache } from '#server/search/search-cache.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services
const seller = await anAccount(services, 'seller')

type Wire = { id: string; book: { book_name: string; resalePrice: string }; others: number }
const query = (asked: Record<string, string>) => new URLSearchParams(asked).toString()
const search = async (asked: Record<string, string>) => {
  const { status, json } = await send('GET', `/api/search?${query(asked)}`)
  expect(status).toBe(200)
  return json as Wire[]
}
const titles = async (q: string, more: Record<string, string> = {}) =>
  (await search({ q, ...more })).map(({ book }) => book.book_name)
const summary = async (q: string, more: Record<string, string> = {}) =>
  (await send('GET', `/api/search/summary?${query({ q, ...more })}`)).json
const ready = async () => (await send('GET', '/api/ready')).json.search

/** Titles that only keep the index busy. */
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Number ${at}`, author: 'Ida Holm', isbn: null }))

const list = (title: string, author: string, more: Parameters<typeof aBook>[2] = {}) => {
  clock.advance(1)
  return aBook(services, seller, { title, author, description: 'A copy.', ...more })
}

beforeAll(async () => {
  await listTitles(db, seller.id, others(MOST_WAITING + 100))
  await list('The Glass Meadow', 'Éléonore Brandt', { isbn: '9780261102217', resalePrice: 400 })
  await list('The glass meadow', 'Éléonore Brandt', { resalePrice: 300 })
  await list('A Walk to the Glass House', 'Ole Winter', { condition: 'fair', resalePrice: 900 })
  await list('Glassblowers’ Songs', 'Ole Winter', { resalePrice: 500 })
})

describe.each([
  ['after an update or a restore, before all books are queued', async () => emptyIndex(db)],
  [
    'after an update or a restore, once all are queued',
    async () => {
      await emptyIndex(db)
      await beginIndex(services)
    },
  ],
  [
    'after a bulk import',
    async () => {
      await emptyIndex(db)
      await sql`INSERT INTO search.survey (noted_to, is_done) SELECT id, true FROM books ORDER BY id DESC LIMIT 1`.execute(
        db,
      )
      await sql`INSERT INTO search.changes (book_id) SELECT id FROM books ORDER BY created_at`.execute(db)
    },
  ],
])('%s', (_, begin) => {
  beforeEach(async () => {
    await begin()
    clearSearchCache(db)
  })

  test('the shop says that the search is behind, until it isn’t', async () => {
    expect(await summary('glass')).toMatchObject({ isBehind: true, isAbout: true })
    expect(await summary('', { condition: 'fair' })).toMatchObject({ isBehind: true })
    const { state, waiting } = await ready()
    expect(state).toBe('behind')
    expect(waiting).toBeGreaterThan(MOST_WAITING)
    await beginIndex(services)
    await indexBooks(services)
    expect(await ready()).toEqual({ state: 'ok', waiting: 0 })
    expect(await summary('glass')).toMatchObject({ isBehind: false, isAbout: false, count: 3 })
  })

  test('books are found by the words of title and author, by their beginnings, and by ISBN', async () => {
    expect(await titles('glass')).toEqual(['The glass meadow', 'A Walk to the Glass House'])
    expect(await titles('eleonore meadow')).toEqual(['The glass meadow'])
    expect(await titles('"glass house"')).toEqual(['A Walk to the Glass House'])
    expect(await titles('glass -meadow')).toEqual(['A Walk to the Glass House'])
    expect(await titles('glassblow')).toEqual(['Glassblowers’ Songs'])
    expect(await titles('978-0-261-10221-7')).toEqual(['The Glass Meadow'])
    expect(await titles('glass meadow')).toEqual(['The glass meadow'])
    expect(await titles('glassy')).toEqual([])
    expect(await titles('glass', { condition: 'fair' })).toEqual(['A Walk to the Glass House'])
    expect(await summary('glass meadow')).toMatchObject({ count: 2, shownFor: null })
  })

  test('copies of one title are one result by relevance, and each its own by price', async () => {
    expect(await search({ q: 'glass meadow' })).toMatchObject([{ others: 1, lowestPrice: { minor: 300 } }])
    expect((await search({ q: 'glass', sort: 'price' })).map(({ book }) => book.resalePrice)).toEqual([
      '3.00',
      '4.00',
      '9.00',
    ])
  })

  test('what the index has by then comes once, and no page has more than was asked for', async () => {
    await beginIndex(services)
    await indexBooks(services)
    await sql`DELETE FROM search.books WHERE book_id IN (SELECT id FROM books WHERE title = 'A Walk to the Glass House')`.execute(
      db,
    )
    await sql`INSERT INTO search.changes (book_id) SELECT id FROM books`.execute(db)
    clearSearchCache(db)
    const songs = 'Glassblowers’ Songs'
    expect(await titles('glass')).toEqual(['A Walk to the Glass House', 'The glass meadow', songs])
    expect(await titles('glass', { limit: '2' })).toEqual(['A Walk to the Glass House', 'The glass meadow'])
    expect(await titles('glass', { sort: 'newest' })).toEqual([
      'A Walk to the Glass House',
      'The glass meadow',
      'The Glass Meadow',
    ])
  })
})

test('a few changes are no reason to say so, nor to look elsewhere', async () => {
  await beginIndex(services)
  await indexBooks(services)
  await list('Amber Harbour', 'Ida Holm')
  clearSearchCache(db)
  expect(await ready()).toEqual({ state: 'ok', waiting: 1 })
  expect(await titles('amber')).toEqual([])
  await indexBooks(services)
  expect(await titles('amber')).toEqual(['Amber Harbour'])
})
