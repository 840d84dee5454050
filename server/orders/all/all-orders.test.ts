import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { anOpenProblem, anOrder, aPayment } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { listAllOrders } from './list-all-orders.ts'

const server = await startTestServer()
const { services, send } = server
const admin = await anAccount(services, 'admin', { name: 'Ada Keeper' })

const ask = (path: string) => send('GET', `/api/${path}`, { as: admin })
const listed = async (query: string) =>
  ((await ask(`orders?limit=100&${query}`)).json as { id: string }[]).map(({ id }) => id)
const found = (q: string) => listed(new URLSearchParams({ q }).toString())

const usd = (minor: number) => ({ minor, currency: 'USD' })
const mark = () => `m${crypto.randomUUID().slice(0, 8)}`
async function anOrderFor(title: string, people: { buyer?: string; seller?: string } = {}) {
  server.clock.advance(1)
  const seller = await anAccount(services, 'seller', { name: people.seller ?? 'Test seller' })
  const buyer = await anAccount(services, 'buyer', { name: people.buyer ?? 'Test buyer' })
  return anOrder(server, { seller, buyer, book: await aBook(services, seller, { title }) })
}

describe('orders are found', () => {
  test('by the beginnings of words of the title as it was when it was ordered', async () => {
    const m = mark()
    const order = await anOrderFor(`The Sea-Captain’s Wife ${m}`)
    await sql`UPDATE books SET title = 'Another' WHERE id = ${order.book}`.execute(services.db)
    for (const q of [m, `capt ${m}`, `WIFE ${m.slice(0, 6)} sea`, `“Captain’s wife” ${m}`])
      expect(await found(q)).toEqual([order.id])
    for (const q of [`aptain ${m}`, `captain | ${m} nothing`, `${m}:*!`.repeat(4) + ' no', 'Another'])
      expect(await found(q)).toEqual([])
  })

  test('by the name or email of either side, as they are now; a closed account has none', async () => {
    const m = mark()
    const order = await anOrderFor('A', { buyer: `Odile ${m}`, seller: `Bruno ${m}` })
    expect(await found(`odi ${m}`)).toEqual([order.id])
    expect(await found(`bruno ${m}`)).toEqual([order.id])
    expect(await found(order.buyer.email)).toEqual([order.id])
    expect(await found(`odile bruno ${m}`)).toEqual([])
    await sql`UPDATE accounts SET closed_at = now() WHERE id = ${order.buyer.id}`.execute(services.db)
    expect(await found(`odi ${m}`)).toEqual([])
    const [shown] = (await ask(`orders?q=bruno ${m}`)).json as object[]
    expect(shown).toMatchObject({ buyer: { id: order.buyer.id, name: null }, seller: { name: `Bruno ${m}` } })
  })

  test('by their id or its beginning, the provider’s payment, and the card’s last four digits', async () => {
    const { order, intentId } = await aPayment(server)
    expect(await found(order.id)).toEqual([order.id])
    expect(await found(order.id.slice(0, 13).toUpperCase())).toEqual([order.id])
    expect(await found(intentId)).toEqual([order.id])
    expect(await found('4242')).toContain(order.id)
    expect(await found('4241')).not.toContain(order.id)
    const [shown] = (await ask(`orders?q=${order.id}`)).json as object[]
    expect(shown).toMatchObject({ state: 'paid', amount: usd(1250), cardLastFour: '4242', refunded: usd(0) })
  })

  test('by their number, with its hyphen or without, in small letters, with what looks like its zeros and ones', async () => {
    const [order] = [await anOrderFor('A'), await anOrderFor('A')]
    const [{ number }] = (await ask(`orders?q=${order.id}`)).json as [{ number: string }]
    const [small, whole] = [number.toLowerCase(), number.replace('-', '')]
    const likeLetters = small.replaceAll('0', 'o').replaceAll('1', 'l')
    for (const q of [number, small, whole, whole.toLowerCase(), likeLetters]) expect(await found(q)).toEqual([order.id])
    expect(await found(whole.slice(0, 6))).toEqual([])
    await sql`UPDATE orders SET number = '0C1-01MV' WHERE id = ${order.id}`.execute(services.db)
    expect(await found('oci-olmv')).toEqual([order.id])
  })

  test('whatever is typed; what has no word in it fits nothing, and too much is refused', async () => {
    await anOrderFor('A')
    for (const q of ['%', '_', '\\', "'", '😀', '☺️', '()', '&', ':*', '%_%', '−']) expect(await found(q)).toEqual([])
    for (const q of ['‮', '\0', 'a\0b', '\u{1F4DA} a', 'ā'.repeat(100), '𝒜'.repeat(50), '-'.repeat(100)])
      expect([200, 422]).toContain((await ask(`orders?${new URLSearchParams({ q })}`)).status)
    expect(await ask(`orders?q=${'a'.repeat(10_000)}`)).toMatchObject({
      status: 422,
      json: { code: 'invalid_input' },
    })
    for (const wrong of ['show=gone', 'buyer=me', 'seller=1', 'sort=title', 'limit=101', 'cursor=x'])
      expect((await ask(`orders?${wrong}`)).status).toBe(422)
  })

  test('by their state, an open problem, and a side, each together with what is looked for', async () => {
    const m = mark()
    const [claimed, paid] = [await anOrderFor(`One ${m}`), (await aPayment(server)).order]
    const seller = await anAccount(services, 'seller')
    const problem = await anOpenProblem(server, { seller })
    expect(await listed('show=claimed')).toContain(claimed.id)
    expect(await listed('show=paid')).toContain(paid.id)
    expect(await listed('show=paid')).not.toContain(claimed.id)
    expect(await listed(`show=claimed&q=${m}`)).toEqual([claimed.id])
    expect(await listed(`show=paid&q=${m}`)).toEqual([])
    const withProblem = await listed('show=problem')
    expect(withProblem).toHaveLength(1)
    expect((await ask('problems')).json).toMatchObject([{ id: problem, orderId: withProblem[0] }])
    expect(await listed(`seller=${seller.id}`)).toEqual(withProblem)
    expect(await listed(`buyer=${seller.id}`)).toEqual([])
    expect(await listed(`buyer=${claimed.buyer.id}&show=claimed`)).toEqual([claimed.id])
  })
})

test('the list comes page by page, each order once, newest or oldest first, though all are of one moment', async () => {
  const seller = await anAccount(services, 'seller')
  const made: string[] = []
  for (let turn = 0; turn < 5; turn += 1) made.push((await anOrder(server, { seller })).id)
  await sql`UPDATE orders SET created_at = '2026-01-01' WHERE seller_id = ${seller.id}`.execute(services.db)
  const token = await freshToken(services, admin.id)
  const pages = async (sort: string) => walk(server, `/api/orders?seller=${seller.id}&limit=2&sort=${sort}`, token)
  expect(await pages('newest')).toEqual({ ids: made.toSorted().toReversed(), pages: 3 })
  expect(await pages('oldest')).toEqual({ ids: made.toSorted(), pages: 3 })
})

test('among thousands of orders a rare word is found, and what fits most of them is walked, by indexes', async () => {
  const { book, buyer, seller } = await anOrderFor('A')
  const takenBack = new Error('The crowd goes home.')
  const crowd = services.db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, buyer_email, amount, currency, created_at, pay_by)
      SELECT ${book}, ${buyer.id}, ${seller.id}, 'cancelled', jsonb_build_object('title', 'Crowd ' || n), 'a@example.org', 1250,
        'USD', timestamptz '2025-01-01' + n * interval '1 minute', now() FROM generate_series(1, 6000) n`.execute(tx)
    await sql`ANALYZE orders`.execute(tx)
    const titles = async (q: string, limit: number, cursor?: string) => {
      const { items, next } = await listAllOrders(
        { db: tx },
        { q, show: 'cancelled' },
        { limit, sort: 'newest', cursor },
      )
      return { titles: items.map(({ title }) => title), next: next ?? undefined }
    }
    expect((await titles('crowd 5999', 5)).titles).toEqual(['Crowd 5999'])
    const first = await titles('crow', 2)
    expect(first.titles).toEqual(['Crowd 6000', 'Crowd 5999'])
    expect((await titles('crow', 2, first.next)).titles).toEqual(['Crowd 5998', 'Crowd 5997'])
    const plans = await Promise.all(
      [
        sql`SELECT id FROM orders WHERE order_words(book_snapshot) @@ to_tsquery('simple', '''5999'':*')`,
        sql`SELECT id FROM orders ORDER BY created_at DESC, id DESC LIMIT 25`,
        sql`SELECT id FROM orders WHERE state = 'paid' ORDER BY created_at DESC, id DESC LIMIT 25`,
      ].map(async (query) => JSON.stringify((await sql`EXPLAIN ${query}`.execute(tx)).rows)),
    )
    for (const [place, index] of ['orders_by_words', 'orders_newest', 'orders_in_state'].entries())
      expect(plans[place]).toContain(index)
    throw takenBack
  })
  await expect(crowd).rejects.toBe(takenBack)
})

describe('an order’s record', () => {
  test('shows both sides, the card, the admins’ acts, and each movement of money once', async () => {
    const { order } = await aPayment(server)
    const token = await freshToken(services, admin.id)
    const body = { reason: 'goodwill', amount: '2.50', key: 'press-one-1' }
    expect((await send('POST', `/api/orders/${order.id}/refund`, { token, body })).status).toBe(200)
    const { json } = await ask(`orders/${order.id}/record`)
    expect(json).toMatchObject({
      buyer: { id: order.buyer.id, name: 'Test buyer' },
      seller: { id: order.seller.id, name: 'Test seller' },
      cardLastFour: '4242',
      acts: [{ transition: 'admin_refunds_part', by: 'Ada Keeper' }],
      readings: [],
    })
    const moved = (json.movements as Record<string, unknown>[]).map(({ kind, from, to, amount }) => [
      kind,
      from,
      to,
      amount,
    ])
    expect(moved).toEqual([
      ['card_payment', 'buyer', 'club', usd(1250)],
      ['refund_wanted', 'club', 'refunds', usd(250)],
      ['refund_made', 'refunds', 'buyer', usd(250)],
    ])
    expect((await ask(`orders?q=${order.id}`)).json).toMatchObject([{ state: 'paid', refunded: usd(250) }])
  })

  test('names the admins who read a problem', async () => {
    const problem = await anOpenProblem(server, {})
    const [{ orderId }] = (await ask('problems?sort=newest&limit=1')).json as { orderId: string }[] as [
      { orderId: string },
    ]
    await ask(`problems/${problem}/entries`)
    expect((await ask(`orders/${orderId}/record`)).json).toMatchObject({ readings: [{ by: 'Ada Keeper' }] })
  })

  test('is not there where there is no order', async () => {
    expect((await ask(`orders/${crypto.randomUUID()}/record`)).status).toBe(404)
  })
})
