import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { keepSalesShort } from './keep-sales-short.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const factsOf = async ({ id }: Pick<TestAccount, 'id'>) => send('GET', `/api/sellers/${id}`)
const soldBy = async (seller: TestAccount): Promise<number> => (await factsOf(seller)).json.sold

/** Inserts an order on a copy, with only the columns that are counted here. */
async function anOrder(seller: TestAccount): Promise<string> {
  const buyer = await anAccount(services, 'buyer')
  const body = buyNowBody(await aBook(services, seller))
  return (await send('POST', '/api/buy-now', { token: buyer.token, body })).json.insertedId
}
const setState = (order: string, state: string) =>
  sql`UPDATE orders SET state = ${state},
    due_at = CASE WHEN ${state} IN ('claimed', 'agreed', 'paid', 'handed_over') THEN now() END
    WHERE id = ${order}`.execute(db)

describe('a seller’s facts', () => {
  test('are what everybody may know, and nothing else', async () => {
    const seller = await anAccount(services, 'seller', { name: 'Ida Holm', emailVerified: false })
    await aBook(services, seller)
    const { status, json } = await factsOf(seller)
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        id: seller.id,
        name: 'Ida Holm',
        emailVerified: false,
        photoUrl: null,
        since: clock.now().toISOString().slice(0, 7),
        sold: 0,
        answersWithin: null,
        isAway: false,
      },
    })
  })

  test('have a photo of the shop’s own alone', async () => {
    const seller = await anAccount(services, 'seller')
    await aBook(services, seller)
    const own = `/images/${'a'.repeat(32)}/1200.webp`
    for (const [photo, shown] of [
      [own, own],
      ['https://photos.example.com/me.png', null],
      [`https://photos.example.com${own}`, null],
    ]) {
      await sql`UPDATE accounts SET photo_url = ${photo} WHERE id = ${seller.id}`.execute(db)
      expect((await factsOf(seller)).json.photoUrl).toBe(shown)
    }
  })

  test('don’t exist for accounts without a visible book', async () => {
    const [buyer, seller] = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
    for (const id of [buyer.id, seller.id, crypto.randomUUID(), 'x'])
      for (const path of [`/api/sellers/${id}`, `/api/sellers/${id}/books`])
        expect(await send('GET', path)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const book = await aBook(services, seller)
    expect((await factsOf(seller)).status).toBe(200)
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    expect((await factsOf(seller)).status).toBe(404)
  })

  test('go with the account', async () => {
    const seller = await anAccount(services, 'seller')
    await setState(await anOrder(seller), 'done')
    await sql`UPDATE books SET state = 'sold' WHERE seller_id = ${seller.id}`.execute(db)
    expect((await factsOf(seller)).status).toBe(200)
    await closeByAdmin(services, seller.id)
    expect((await factsOf(seller)).status).toBe(404)
    expect((await send('GET', `/api/sellers/${seller.id}/books`)).status).toBe(404)
  })

  test('say that the seller is away', async () => {
    const seller = await anAccount(services, 'seller')
    await aBook(services, seller)
    const pause = (isPaused: boolean) => send('PUT', '/api/my-books', { token: seller.token, body: { isPaused } })
    await pause(true)
    expect((await factsOf(seller)).json.isAway).toBe(true)
    expect((await send('GET', `/api/sellers/${seller.id}/books`)).json).toEqual([])
    await pause(false)
    expect((await factsOf(seller)).json.isAway).toBe(false)
  })
})

describe('the number sold', () => {
  test('has the copies that were paid, and not those that were refunded; folded or not', async () => {
    const seller = await anAccount(services, 'seller')
    const [one, other] = [await anOrder(seller), await anOrder(seller)]
    expect(await soldBy(seller)).toBe(0)
    await setState(one, 'paid')
    await setState(other, 'agreed')
    expect(await soldBy(seller)).toBe(1)
    await keepSalesShort(services)
    await setState(one, 'handed_over')
    await setState(other, 'handed_over')
    await setState(one, 'done')
    expect(await soldBy(seller)).toBe(2)
    await setState(other, 'refunded')
    await keepSalesShort(services)
    await keepSalesShort(services)
    expect(await soldBy(seller)).toBe(1)
  })

  test('is exact while several sell at once and the sums are folded', async () => {
    const seller = await anAccount(services, 'seller')
    const orders = await Promise.all(Array.from({ length: 12 }, () => anOrder(seller)))
    const folding = { goesOn: true }
    const folds = [1, 2].map(async () => {
      while (folding.goesOn) await keepSalesShort(services)
    })
    await Promise.all(orders.map((order) => setState(order, 'paid')))
    await Promise.all(orders.slice(0, 5).map((order) => setState(order, 'refunded')))
    folding.goesOn = false
    await Promise.all(folds)
    expect(await soldBy(seller)).toBe(7)
  })

  test('is updated in cached pages, even if the book is unchanged', async () => {
    const seller = await anAccount(services, 'seller')
    const order = await anOrder(seller)
    await setState(order, 'done')
    expect(await soldBy(seller)).toBe(1)
    await setState(order, 'refunded')
    expect(await soldBy(seller)).toBe(0)
  })
})

describe('a seller’s books', () => {
  test('are theirs that are for sale, in each order, each once', async () => {
    const [seller, other] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    const made: string[] = []
    for (const price of [300, 100, 200, 400]) {
      made.push(await aBook(services, seller, { resalePrice: price }))
      await aBook(services, other)
      clock.advance(1)
    }
    const reserved = await aBook(services, seller)
    await send('POST', '/api/buy-now', {
      token: (await anAccount(services, 'buyer')).token,
      body: buyNowBody(reserved),
    })
    const [a, b, c, d] = made
    const path = `/api/sellers/${seller.id}/books?limit=3`
    expect((await walk(server, path)).ids).toEqual([d, c, b, a])
    expect((await walk(server, `${path}&sort=price`)).ids).toEqual([b, c, a, d])
    expect((await walk(server, `${path}&sort=-price`)).ids).toEqual([d, a, c, b])
    expect((await send('GET', `/api/all-books/count?seller=${seller.id}`)).json).toEqual({ count: 4, orMore: false })
  })

  test('and have an index for each order, whatever others sell', async () => {
    const [seller, other] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    // Every other index reads ten books per hit, so that the planner's choice is clear.
    await sql`INSERT INTO books
      (seller_id, title, author, original_price, resale_price, currency, year_of_purchase, is_paused)
      SELECT CASE WHEN n % 10 = 0 THEN ${seller.id}::uuid ELSE ${other.id}::uuid END,
        'Many', '', 100, 100 + n, 'USD', 2020, n % 100 >= 10
      FROM generate_series(1, 3000) n`.execute(db)
    await sql`ANALYZE books`.execute(db)
    for (const [sort, index] of [
      ['created_at DESC, id DESC', 'books_unsold_of_seller'],
      ['resale_price, id', 'books_unsold_of_seller_by_price'],
    ] as const) {
      const page = sql`
        SELECT id FROM books WHERE seller_id = ${seller.id} AND state = 'unsold' AND removed_at IS NULL
          AND NOT is_paused ORDER BY ${sql.raw(sort)} LIMIT 25`
      expect(await planOf(db, page, ['seqscan', 'bitmapscan', 'sort'])).toContain(`using ${index} on`)
    }
  })
})

test('a single taken-down listing doesn’t make its seller away, nor visible', async () => {
  const seller = await anAccount(services, 'seller')
  const [book, other] = [await aBook(services, seller), await aBook(services, seller)]
  const takeDown = (id: string) =>
    sql`UPDATE books SET taken_down_at = now(), taken_down_for = 'rules', take_down_note = '', is_paused = true
      WHERE id = ${id}`.execute(db)
  await takeDown(book)
  expect((await factsOf(seller)).json.isAway).toBe(false)
  await takeDown(other)
  expect((await factsOf(seller)).status).toBe(404)
})
