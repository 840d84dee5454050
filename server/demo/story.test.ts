import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { orderStates } from '#contract/orders/order-life.ts'
import { insertAccount, type AccountRow } from '#server/accounts/accounts.public.ts'
import { demoPayments } from '#server/open-shop.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { clearDemo } from './clear-demo.ts'
import { listDemoBooks } from './list-demo-books.ts'
import { keepDemoOut } from './keep-demo-out.ts'

const ROLES = {
  marguerite: 'seller',
  tomas: 'seller',
  ingrid: 'seller',
  priya: 'buyer',
  jonah: 'buyer',
  ottilie: 'admin',
} as const

/** The demo's people without a way to sign in, who joined a while ago. */
async function put({ services: { db, clock } }: TestServer): Promise<Map<string, AccountRow>> {
  const joinedAt = new Date(clock.now().getTime() - 40 * DAY_MS)
  const accounts = new Map<string, AccountRow>()
  for (const [nickname, role] of Object.entries(ROLES)) {
    const account = {
      identityId: nickname,
      email: `${nickname}@example.org`,
      emailVerified: nickname !== 'ingrid',
      name: nickname,
      photoUrl: null,
      role,
    }
    accounts.set(nickname, (await insertAccount(db, account, joinedAt))!)
  }
  return accounts
}

const servicesOf = ({ services }: TestServer) => ({ ...services, payments: demoPayments })

describe('what the demo’s people have done', async () => {
  const shop = await startTestServer()
  const before = await rowsOf(shop)
  const accounts = await put(shop)
  await listDemoBooks(servicesOf(shop), accounts, new Map())
  const all = async <Row>(statement: ReturnType<typeof sql<Row>>) => (await statement.execute(shop.database.db)).rows
  const idOf = (nickname: string) => accounts.get(nickname)!.id

  test('leaves an order in each state, one with an open problem, and one with a part refunded', async () => {
    const orders = await all(sql<{ state: string; problem: boolean; back: number }>`
      SELECT state, seconds_left IS NOT NULL AS problem,
        (SELECT coalesce(sum(amount), 0)::int FROM refunds r WHERE r.order_id = o.id AND done_at IS NOT NULL) AS back
      FROM orders o`)
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(orderStates))
    expect(orders.filter(({ problem }) => problem)).toHaveLength(1)
    expect(orders.filter(({ state, back }) => state === 'handed_over' && back > 0)).toHaveLength(1)
  })

  test('happened after the books were listed and before now, each step after the one before', async () => {
    const wrong = await all(sql`
      SELECT e.transition FROM order_events e JOIN orders o ON o.id = e.order_id JOIN books b ON b.id = o.book_id
      WHERE e.at <= b.created_at OR e.at > ${shop.clock.now()}
        OR EXISTS (SELECT FROM order_events f WHERE f.order_id = e.order_id AND f.id < e.id AND f.at > e.at)
      UNION ALL SELECT 'a message' FROM messages m JOIN conversations c ON c.id = m.conversation_id
        JOIN books b ON b.id = c.book_id WHERE m.sent_at <= b.created_at
      UNION ALL SELECT 'a report' FROM reports r JOIN books b ON b.id = r.target_id WHERE r.at <= b.created_at`)
    expect(wrong).toEqual([])
    const [sold] = await all(sql<{ days: number }>`
      SELECT min(extract(epoch FROM o.paid_at - b.created_at) / 86400)::float8 AS days
      FROM orders o JOIN books b ON b.id = o.book_id WHERE o.paid_at IS NOT NULL`)
    expect(sold!.days).toBeGreaterThan(0.5)
  })

  test('books no email, and nothing that comes within hours', async () => {
    const jobs = await all(sql<{ task: string; at: Date }>`
      SELECT task_identifier AS task, run_at AS at FROM graphile_worker.jobs`)
    expect(jobs.map(({ task }) => task)).toEqual(['expire_claim'])
    const soon = new Date(shop.clock.now().getTime() + 6 * HOUR_MS)
    expect(jobs[0]!.at > soon).toBe(true)
    expect(await all(sql`SELECT id FROM orders WHERE due_at < ${soon}`)).toEqual([])
    expect(await all(sql`SELECT book_id FROM fresh_books`)).toEqual([])
  })

  test('leaves something unread, reported, favourited, owed and paid out', async () => {
    const unread = await all(sql`SELECT account_id AS "accountId", unread FROM conversation_sides WHERE unread > 0`)
    expect(new Set(unread)).toEqual(
      new Set([
        { accountId: idOf('marguerite'), unread: 1 },
        { accountId: idOf('priya'), unread: 1 },
      ]),
    )
    expect(
      await all(sql`SELECT decision, answer IS NOT NULL AS answered FROM report_cases ORDER BY opened_at`),
    ).toEqual([
      { decision: 'warn', answered: true },
      { decision: null, answered: false },
    ])
    expect(await all(sql`SELECT id FROM wants`)).toHaveLength(2)
    expect((await all(sql`SELECT book_id FROM favourites`)).length).toBeGreaterThan(5)
    const [statement] = await all(sql<{ owed: number; paidOut: number }>`
      SELECT sum(e.amount) FILTER (WHERE account = 'seller')::int AS owed,
        sum(e.amount) FILTER (WHERE account = 'paid_out')::int AS "paidOut"
      FROM ledger_entries e JOIN orders o ON o.id = e.order_id WHERE o.seller_id = ${idOf('marguerite')}`)
    expect(statement!.owed).toBeGreaterThan(0)
    expect(statement!.paidOut).toBeGreaterThan(0)
  })

  test('can be refunded like what was paid in the shop itself', async () => {
    const [paid] = await all(sql<{ intentId: string }>`SELECT intent_id AS "intentId" FROM orders WHERE state = 'paid'`)
    const report = await shop.services.cards!.findIntent(paid!.intentId)
    expect(report).toMatchObject({ status: 'succeeded', refunded: 0, cardLastFour: '4242' })
    const asked = { refundId: 'one', intentId: paid!.intentId, amount: report!.amount, currency: 'USD' }
    expect(await shop.services.cards!.refund(asked)).toMatchObject({ providerRefundId: expect.any(String) })
  })

  test('goes without a trace', async () => {
    const people = Object.entries(ROLES).map(([name, role]) => ({
      role,
      name,
      email: `${name}@example.org`,
      password: 'not used',
    }))
    await clearDemo(servicesOf(shop), people)
    await clearDemo(servicesOf(shop), people)
    const left = await rowsOf(shop)
    // Rows that stay: the mark, the notes and counts of changed books, and the card provider's log of a test above.
    for (const note of [
      'public.demo',
      'public.account_counts',
      'public.catalogue_changes',
      'public.category_count_changes',
      'public.payment_events',
      'card_simulator.idempotency_keys',
      'card_simulator.deliveries',
    ])
      delete left[note]
    expect(left).toEqual(before)
  })
})

test('of two programs that fill the demo at the same moment, one does', async () => {
  const shop = await startTestServer({ env: { CURRENCY: 'EUR' } })
  const accounts = await put(shop)
  const outcomes = await Promise.all([1, 2, 3].map(() => listDemoBooks(servicesOf(shop), accounts, new Map())))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const { rows } = await sql<{ books: number; currency: string }>`
    SELECT count(*)::int AS books, min(currency) AS currency FROM books`.execute(shop.database.db)
  expect(rows).toEqual([{ books: 45, currency: 'EUR' }])
  // A live shop has to be refused.
  expect(await keepDemoOut(shop.services)).toBe(false)
})

/** Row counts of the tables that hold what people did, without empty ones. */
async function rowsOf({ database: { db } }: TestServer): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'card_simulator')`.execute(db)
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)}`.execute(db)
      return [name, rows[0]!.n] as const
    }),
  )
  return Object.fromEntries(counted.filter(([, n]) => n > 0))
}
