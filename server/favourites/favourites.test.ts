import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { aBook, anAccount, buyNowBody, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const add = ({ token }: TestAccount, id: string) => send('PUT', `/api/favourites/${id}`, { token })
const remove = ({ token }: TestAccount, id: string) => send('DELETE', `/api/favourites/${id}`, { token })
const bring = ({ token }: TestAccount, books: string[]) => send('POST', '/api/favourites', { token, body: { books } })
const idsOf = async ({ token }: TestAccount): Promise<string[]> =>
  (await send('GET', '/api/favourites/ids', { token })).json
const shownTo = async ({ token }: TestAccount): Promise<string[]> =>
  (await send('GET', '/api/favourites', { token })).json.map(({ _id }: { _id: string }) => _id)

/** Fills an account with this many favourites of a seller. */
async function fill({ id }: TestAccount, seller: TestAccount, count: number): Promise<void> {
  await sql`
    WITH listed AS (
      INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
      SELECT ${seller.id}, 'Many', '', 100, 100, 'USD', 2020 FROM generate_series(1, ${count}::int) RETURNING id
    ) INSERT INTO favourites (account_id, book_id, added_at) SELECT ${id}, id, ${clock.now()} FROM listed`.execute(db)
}

const keptOf = async ({ id }: TestAccount): Promise<number> =>
  (await sql`SELECT FROM favourites WHERE account_id = ${id}`.execute(db)).rows.length

describe('a favourite', () => {
  test('is saved once and removed once, however often that is requested', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'user')]
    const book = await aBook(services, seller)
    for (const _ of [1, 2]) expect((await add(reader, book)).status).toBe(200)
    expect(await idsOf(reader)).toEqual([book])
    for (const _ of [1, 2]) expect((await remove(reader, book)).status).toBe(200)
    expect(await idsOf(reader)).toEqual([])
  })

  test('can’t be seen or removed by others', async () => {
    const seller = await anAccount(services, 'seller')
    const reader = await anAccount(services, 'buyer')
    const other = await anAccount(services, 'buyer')
    const book = await aBook(services, seller)
    await add(reader, book)
    await remove(other, book)
    expect([await idsOf(other), await shownTo(other), await idsOf(reader)]).toEqual([[], [], [book]])
  })

  test('is a book that can be seen', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const [gone, down] = [await aBook(services, seller), await aBook(services, seller)]
    await send('DELETE', `/api/my-books/${gone}`, { token: seller.token })
    await sql`UPDATE books SET taken_down_at = now(), taken_down_for = 'rules', take_down_note = '', is_paused = true
      WHERE id = ${down}`.execute(db)
    for (const id of [gone, down, crypto.randomUUID(), 'x'])
      expect(await add(reader, id)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    await bring(reader, [gone, down, crypto.randomUUID()])
    expect(await keptOf(reader)).toBe(0)
  })
})

describe('the list of favourites', () => {
  test('has the latest first, each once, page by page', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const made: string[] = []
    for (let place = 0; place < 5; place += 1) {
      made.push(await aBook(services, seller))
      await add(reader, made.at(-1)!)
      clock.advance(1)
    }
    const { ids } = await walk(server, '/api/favourites?limit=2', reader.token)
    expect(ids).toEqual(made.toReversed())
  })

  test('says what was reserved or sold, without contacts, and leaves out what left the shop', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const reserved = await aBook(services, seller)
    const sold = await aBook(services, seller)
    const gone = await aBook(services, seller)
    for (const book of [reserved, sold, gone]) await add(reader, book)
    const { token } = await anAccount(services, 'buyer')
    await send('POST', '/api/buy-now', { token, body: buyNowBody(reserved) })
    await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(db)
    await send('DELETE', `/api/my-books/${gone}`, { token: seller.token })
    const { json, text } = await send('GET', '/api/favourites', { token: reader.token })
    expect(
      Object.fromEntries(json.map((book: Record<string, unknown>) => [book._id, [book.available, book.reserved]])),
    ).toEqual({ [reserved]: ['sold', true], [sold]: ['sold', undefined] })
    expect(text).not.toContain(seller.email)
  })
})

describe('an account', () => {
  test('at its limit is refused more; books that left the shop make room', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    await fill(reader, seller, MOST_FAVOURITES)
    const book = await aBook(services, seller)
    expect(await add(reader, book)).toMatchObject({ status: 409, json: { code: 'too_many_favourites' } })
    await bring(reader, [book])
    expect(await idsOf(reader)).not.toContain(book)
    await sql`UPDATE books SET removed_at = now() WHERE id = (
      SELECT book_id FROM favourites WHERE account_id = ${reader.id} LIMIT 1)`.execute(db)
    expect((await add(reader, book)).status).toBe(200)
    expect(await keptOf(reader)).toBe(MOST_FAVOURITES)
  })

  test('adds a browser’s favourites, once, as the latest', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const old = await aBook(services, seller)
    const one = await aBook(services, seller)
    const other = await aBook(services, seller)
    await add(reader, old)
    clock.advance(1000)
    for (const _ of [1, 2]) await bring(reader, [one, other, crypto.randomUUID(), one])
    expect(await shownTo(reader)).toEqual([one, other, old])
    const tooMany = await bring(
      reader,
      Array.from({ length: 101 }, () => crypto.randomUUID()),
    )
    expect(tooMany).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'books' }] } })
  })

  test('that is closed, or gets a new owner, loses its favourites', async () => {
    const seller = await anAccount(services, 'seller')
    const closing = await anAccount(services, 'buyer')
    const handed = await anAccount(services, 'buyer')
    const book = await aBook(services, seller)
    for (const one of [closing, handed]) await add(one, book)
    await closeByAdmin(services, closing.id)
    await handOverAccount(services, handed.identityId)
    expect([await keptOf(closing), await keptOf(handed)]).toEqual([0, 0])
  })
})
