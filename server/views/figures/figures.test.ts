import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { aPaidOrder } from '#tests/kit/paying.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services
const admin = await anAccount(services, 'admin')

const DAY = 24 * 3600
interface Week {
  begins: string
  listings: number
  sales: number
  daysToSell: number | null
  money: object[]
}
const figures = async () => (await send('GET', '/api/figures', { as: admin })).json as Week[]
const lastWeek = async () => (await figures()).at(-1)

async function aSale() {
  const order = await aPaidOrder(server)
  return order
}

test('figures are of the last 26 weeks, each with what was listed, sold, paid and given back in it', async () => {
  const empty = await figures()
  expect(empty).toHaveLength(26)
  expect(new Set(empty.map(({ begins }) => new Date(begins).getUTCDay()))).toEqual(new Set([1]))
  expect(empty.at(-1)).toMatchObject({ listings: 0, sales: 0, daysToSell: null, money: [] })
  const seller = await anAccount(services, 'seller')
  const removed = await aBook(services, seller)
  await sql`UPDATE books SET removed_at = now() WHERE id = ${removed}`.execute(db)
  const sold = await aSale()
  const days = async (order: { book: string }, count: number) =>
    sql`UPDATE books SET created_at = ${clock.now()}::timestamptz - ${count}::int * interval '1 day' WHERE id = ${order.book}`.execute(
      db,
    )
  await days(sold, 300)
  const [second, third] = [await aSale(), await aSale()]
  await days(second, 4)
  await days(third, 5)
  const token = await freshToken(services, admin.id)
  await send('POST', `/api/orders/${third.id}/refund`, {
    token,
    body: { reason: 'goodwill', amount: '2.50', key: 'one-press-1' },
  })
  expect(await lastWeek()).toMatchObject({
    sales: 3,
    daysToSell: 5,
    money: [{ currency: 'USD', card: 3750, cash: 0, refunded: 250 }],
  })
  const listed = (await figures()).reduce((all, { listings }) => all + listings, 0)
  expect(listed).toBe(3)

  await send('POST', `/api/orders/${second.id}/refund`, { token, body: { reason: 'goodwill', key: 'one-press-2' } })
  expect(await lastWeek()).toMatchObject({ sales: 2, daysToSell: 152.5, money: [{ card: 3750, refunded: 1500 }] })

  clock.advance(7 * DAY)
  expect(await lastWeek()).toMatchObject({ sales: 0, money: [{ currency: 'USD', card: 0, cash: 0, refunded: 0 }] })
  expect((await figures()).at(-2)).toMatchObject({ sales: 2 })
  clock.advance(26 * 7 * DAY)
  expect((await figures()).every(({ sales, listings, money }) => sales + listings + money.length === 0)).toBe(true)
})

test('among many orders and entries, only those of these weeks are read, by indexes', async () => {
  const plans = await Promise.all(
    [
      sql`SELECT 1 FROM orders o WHERE o.paid_at >= now() - interval '1 day'`,
      sql`SELECT 1 FROM ledger_entries e WHERE e.at >= now() - interval '1 day' AND e.account = 'buyer'`,
      sql`SELECT created_at FROM books WHERE created_at >= now() - interval '1 day' AND removed_at IS NOT NULL`,
    ].map((query) => planOf(db, query, ['seqscan'])),
  )
  for (const [place, index] of ['orders_by_payment', 'ledger_entries_of_buyers', 'books_removed_newest'].entries())
    expect(plans[place]).toContain(index)
})
