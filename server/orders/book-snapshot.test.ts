import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listUnusedUploads } from '#server/images/images.sql.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { anOrder, openPayment, type TestOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { readSnapshot } from './book-snapshot.sql.ts'

const server = await startTestServer()
const { services, send } = server
const { db } = server.database

/** A snapshot exactly as the earliest version wrote it. */
const EARLIEST = `{"title": "The Tide Table", "author": "Nell Harrow", "images": ["/images/0123456789abcdef0123456789abcdef/1200.webp"], "category": "novel-book", "currency": "USD", "location": "Harbour square", "postedAt": "2026-02-03T04:05:06.789012+00:00", "condition": "good", "description": "A town that keeps two clocks.", "resalePrice": 1250, "isAdvertised": true, "originalPrice": 2400, "yearOfPurchase": 2019}`
const shownOfEarliest = {
  book_name: 'The Tide Table',
  book_writer: 'Nell Harrow',
  book_img: '/images/0123456789abcdef0123456789abcdef/1200.webp',
  category_name: 'novel-book',
  location: 'Harbour square',
  postTime: '2026-02-03T04:05:06.789Z',
  condition: 'good',
  description: 'A town that keeps two clocks.',
  resalePrice: '12.50',
  originalPrice: '24.00',
  advertise: 'true',
  yearOfPurchase: '2019',
}

async function anOrderWith(snapshot: string, given?: Parameters<typeof anOrder>[1]): Promise<TestOrder> {
  const order = await anOrder(server, given)
  await sql`UPDATE orders SET book_snapshot = ${snapshot}::jsonb WHERE id = ${order.id}`.execute(db)
  return order
}
const asBuyer = (order: TestOrder) => send('GET', `/api/my-orders/${order.id}`, { token: order.buyer.token })

describe('an order whose book was written down', () => {
  test('by the earliest program reads as it was, without what books knew only later', async () => {
    const order = await anOrderWith(EARLIEST)
    const { status, json } = await asBuyer(order)
    expect({ status, book: json.bookData }).toMatchObject({ status: 200, book: shownOfEarliest })
    for (const later of ['isbn', 'publisher', 'yearPublished', 'language', 'binding'])
      expect(json.bookData).not.toHaveProperty(later)
  })

  test('by a later program that knows more of a book reads as far as this one understands', async () => {
    const later = { ...JSON.parse(EARLIEST), version: 7, spine: 'Quay Press', isbn: { isbn13: '9780306406157' } }
    const order = await anOrderWith(JSON.stringify(later))
    const { status, json, text } = await asBuyer(order)
    expect({ status, book: json.bookData }).toMatchObject({ status: 200, book: shownOfEarliest })
    expect(text).not.toMatch(/Quay Press|9780306406157/)
  })

  test('by this program reads without a default', async () => {
    const seller = await anAccount(services, 'seller')
    const facts = {
      category: 'novel-book',
      condition: 'fair' as const,
      images: ['/images/a.webp'],
      yearOfPurchase: 2001,
      isbn: '9780306406157',
      publisher: 'Quay Press',
      yearPublished: 1998,
      language: 'en',
      binding: 'hardback' as const,
    }
    const order = await anOrder(server, { seller, book: await aBook(services, seller, facts) })
    const { rows } = await sql<{ kept: Record<string, unknown> }>`
      SELECT book_snapshot AS kept FROM orders WHERE id = ${order.id}`.execute(db)
    const { version, ...kept } = rows[0]!.kept
    expect(version).toBe(1)
    const nothing = { amount: 1, currency: 'XXX', orderedAt: new Date(0) }
    expect(readSnapshot(kept, nothing)).toEqual({ ...kept, postedAt: new Date(String(kept.postedAt)) })
  })
})

describe('a snapshot that can’t be read', () => {
  const unreadable = [
    'null',
    '"The Tide Table"',
    '[]',
    '{}',
    '{"title": 7, "images": "none", "condition": "eaten", "resalePrice": -1, "postedAt": "yesterday", "currency": 1}',
  ]

  test('takes neither its order nor the lists of both sides along', async () => {
    const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const orders: TestOrder[] = [await anOrderWith(EARLIEST, { seller, buyer })]
    for (const snapshot of unreadable.slice(0, 4)) orders.push(await anOrderWith(snapshot, { seller, buyer }))
    for (const sort of ['', '?sort=name', '?sort=-name']) {
      const mine = await send('GET', `/api/my-orders${sort}`, { token: buyer.token })
      expect({ sort, status: mine.status, count: mine.json.length }).toEqual({ sort, status: 200, count: 5 })
    }
    const theirs = await send('GET', '/api/my-buyers?sort=book', { token: seller.token })
    expect({ status: theirs.status, count: theirs.json.length }).toEqual({ status: 200, count: 5 })
  })

  test.each(unreadable)('has defaults, and what the order knows: %s', async (snapshot) => {
    const order = await anOrderWith(snapshot)
    const { status, json } = await asBuyer(order)
    expect({ status, book: json.bookData }).toMatchObject({
      status: 200,
      book: { _id: order.book, book_name: 'Unknown book', resalePrice: '12.50', currency: 'USD', images: [] },
    })
    expect(json.bookData.postTime).toBe(json.orderedAt)
    // And it can be paid.
    expect((await openPayment(server, order)).status).toBe(200)
  })

  test('does not stop unused pictures from being looked for', async () => {
    for (const snapshot of unreadable) await anOrderWith(snapshot)
    expect(await listUnusedUploads(db, isUnusedPicture, new Date(), 10)).toEqual([])
  })
})
