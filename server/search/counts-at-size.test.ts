import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { indexBooks } from './index-books.ts'

// More copies with a word than are counted: two hundred works of six copies each, with a rare word among them.
const WORKS = 200
const COPIES = 6

const server = await startTestServer()
const { services, send } = server

const seller = await anAccount(services, 'seller')
const other = await anAccount(services, 'seller')
const oldest = await aBook(services, other, { title: 'Atlas of Tides', author: 'Ada First', condition: 'excellent' })
await sql`UPDATE books SET created_at = now() - interval '9 years' WHERE id = ${oldest}`.execute(services.db)
const newest = await aBook(services, seller, { title: 'Atlas of Winds', author: 'Ada Last', condition: 'fair' })
await sql`
  INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase, category,
    condition, created_at)
  SELECT seller_id, 'Atlas of Rivers, volume ' || work, author, original_price, resale_price, currency,
    year_of_purchase, category, 'good', created_at - interval '1 day' - work * interval '1 minute'
  FROM books, generate_series(1, ${WORKS}::int) AS work, generate_series(1, ${COPIES}::int) AS copy
  WHERE id = ${newest}`.execute(services.db)
await indexBooks(services)

const summary = async (query: Record<string, string>) => {
  const { status, json } = await send('GET', `/api/search/summary?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return { count: json.count, orMore: json.orMore, conditions: json.values.condition, guilty: json.guilty }
}

test('a thousand copies of the newest works are counted, and shown as “or more”', async () => {
  const counted = await summary({ q: 'atlas' })
  expect(counted).toMatchObject({ count: 1000, orMore: true, guilty: null })
  expect(counted.conditions).toEqual([
    { value: 'good', count: 999 },
    { value: 'fair', count: 1 },
  ])
})

test('of those, the number that passes a filter is shown as a lower bound', async () => {
  expect(await summary({ q: 'atlas', condition: 'fair' })).toMatchObject({ count: 1, orMore: true, guilty: null })
  expect(await summary({ q: 'atlas', condition: 'good' })).toMatchObject({ count: 999, orMore: true, guilty: null })
})

test('where none of them passes the filter, all others are counted', async () => {
  expect(await summary({ q: 'atlas', condition: 'excellent' })).toMatchObject({ count: 1, orMore: false, guilty: null })
  const none = await summary({ q: 'atlas', language: 'fr' })
  expect(none).toMatchObject({ count: 0, orMore: false, guilty: { filter: 'language' } })
})

test('of one seller, only the seller’s are counted', async () => {
  expect(await summary({ q: 'atlas', seller: other.id })).toMatchObject({ count: 1, orMore: false })
})
