import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { deleteBooksOf } from './books.public.ts'
import { endReductions } from './end-reductions.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services
const seller = await anAccount(services, 'seller')

const days = (count: number) => count * 24 * 3600
const shown = async (book: string) => (await send('GET', `/api/advertise/${book}`)).json

async function reprice(book: string, resalePrice: string) {
  const token = await freshToken(services, seller.id)
  const { revision, ...listed } = (await send('GET', `/api/my-books/${book}`, { token })).json
  const body = { ...listed, resalePrice }
  const { status, text } = await send('PATCH', `/api/my-books/${book}?revision=${revision}`, { token, body })
  if (status !== 200) throw new Error(text)
}
const formerPrices = async (book: string) =>
  (
    await sql`SELECT resale_price AS price, currency, until FROM book_prices WHERE book_id = ${book} ORDER BY id`.execute(
      db,
    )
  ).rows

describe('the history of a price', () => {
  test('keeps every change, with its time, and nothing else', async () => {
    const book = await aBook(services, seller)
    const times = []
    for (const price of ['11.00', '11.00', '14.00', '14.00']) {
      clock.advance(60)
      times.push(clock.now())
      await reprice(book, price)
    }
    expect(await formerPrices(book)).toEqual([
      { price: 1250, currency: 'USD', until: times[0] },
      { price: 1100, currency: 'USD', until: times[2] },
    ])
  })

  const attempts = ['UPDATE book_prices SET resale_price = 1', 'DELETE FROM book_prices', 'TRUNCATE book_prices']

  test.each(attempts)('%s is refused, whatever rights there are', async (statement) => {
    const book = await aBook(services, seller)
    await reprice(book, '11.00')
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })
    const withAllRights = db.transaction().execute(async (tx) => {
      await sql`GRANT ALL ON book_prices TO CURRENT_USER`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
    await expect(withAllRights).rejects.toThrow('former prices of a book are not changed or deleted')
  })

  test('goes with its book, where that is deleted for good', async () => {
    const other = await anAccount(services, 'seller')
    const [book, kept] = [await aBook(services, other), await aBook(services, seller)]
    await reprice(kept, '11.00')
    await sql`INSERT INTO book_prices (book_id, resale_price, currency, until) VALUES (${book}, 1, 'USD', now())`.execute(
      db,
    )
    await db.transaction().execute((tx) => deleteBooksOf(tx, [other.id]))
    expect([await formerPrices(book), (await formerPrices(kept)).length]).toEqual([[], 1])
  })

  test('is written by the one statement that changes a price', async () => {
    const source = await readFile('server/books/books.sql.ts', 'utf8')
    const updates = source.split('`').filter((statement) => statement.includes('UPDATE books'))
    const ofPrices = updates.filter((statement) => /editedColumns|newBookColumns|resale_price =/.test(statement))
    expect(ofPrices).toEqual([expect.stringContaining('INSERT INTO book_prices')])
  })
})

describe('a lowered price', () => {
  test('says what the copy cost before, on its page and in lists, for 14 days [price-history-1]', async () => {
    const book = await aBook(services, seller)
    expect(await shown(book)).not.toHaveProperty('wasPrice')
    await reprice(book, '10.00')
    expect(await shown(book)).toMatchObject({ resalePrice: '10.00', wasPrice: '12.50' })
    const listed = (await send('GET', '/api/all-books?limit=100')).json
    expect(listed).toContainEqual(expect.objectContaining({ _id: book, wasPrice: '12.50' }))
    clock.advance(days(14) - 1)
    await endReductions(services)
    expect(await shown(book)).toMatchObject({ wasPrice: '12.50' })
    clock.advance(1)
    await endReductions(services)
    expect(await shown(book)).not.toHaveProperty('wasPrice')
  })

  test('goes on saying so while other facts are edited', async () => {
    const book = await aBook(services, seller)
    await reprice(book, '10.00')
    const token = await freshToken(services, seller.id)
    const { revision, ...listed } = (await send('GET', `/api/my-books/${book}`, { token })).json
    await send('PATCH', `/api/my-books/${book}?revision=${revision}`, { token, body: { ...listed, location: 'Mill' } })
    expect(await shown(book)).toMatchObject({ location: 'Mill', wasPrice: '12.50' })
  })

  /** Steps: days later, the new price, and the former price shown. */
  test.each([
    [
      'lowered twice: beside the lower one',
      [
        [0, '10.00', '12.50'],
        [3, '8.00', '10.00'],
      ],
    ],
    [
      'raised again',
      [
        [0, '10.00', '12.50'],
        [3, '11.00', undefined],
      ],
    ],
    [
      'raised first, and then as it was: nothing was saved',
      [
        [0, '20.00', undefined],
        [3, '12.50', undefined],
      ],
    ],
    [
      'raised first, and then lower than ever',
      [
        [0, '20.00', undefined],
        [3, '12.00', '12.50'],
      ],
    ],
    [
      'raised for 30 days before',
      [
        [0, '20.00', undefined],
        [30, '15.00', '20.00'],
      ],
    ],
    [
      'raised for less',
      [
        [0, '20.00', undefined],
        [29, '15.00', undefined],
      ],
    ],
    [
      'lowered anew when the first time is long over',
      [
        [0, '10.00', '12.50'],
        [40, '9.00', '10.00'],
      ],
    ],
  ] as const)('%s', async (_, steps) => {
    const book = await aBook(services, seller)
    for (const [after, price, was] of steps) {
      clock.advance(days(after))
      await reprice(book, price)
      expect([price, (await shown(book)).wasPrice]).toEqual([price, was])
    }
  })

  test('in another currency is beside no earlier one', async () => {
    const book = await aBook(services, seller)
    await sql`UPDATE books SET currency = 'JPY' WHERE id = ${book}`.execute(db)
    await reprice(book, '10.00')
    expect(await shown(book)).not.toHaveProperty('wasPrice')
    expect(await formerPrices(book)).toMatchObject([{ price: 1250, currency: 'JPY' }])
  })

  test('is what an order says, and no more', async () => {
    const book = await aBook(services, seller)
    await reprice(book, '10.00')
    const fresh = { ...seller, token: await freshToken(services, seller.id) }
    const { id, buyer } = await anOrder(server, { seller: fresh, book })
    const { bookData } = (await send('GET', `/api/my-orders/${id}`, { token: buyer.token })).json
    expect(bookData).toMatchObject({ resalePrice: '10.00' })
    expect(bookData).not.toHaveProperty('wasPrice')
  })
})
