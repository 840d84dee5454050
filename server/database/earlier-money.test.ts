import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/kit/database.ts'
import { migrate } from './migrate.ts'

// A shop as it was while a payment went back as a whole or not at all.
const HOUSE = 'server/database/migrations'
let folder: string
let database: TestDatabase
let account: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-migrations-'))
  database = await testDatabase({ migrated: false })
  for (const file of await readdir(HOUSE)) if (file < '0021') await cp(path.join(HOUSE, file), path.join(folder, file))
  await migrate(database.pool, folder)
  const [row] = await query<{ id: string }>(
    "INSERT INTO accounts (identity_id, email) VALUES ('one', 'one@example.org') RETURNING id",
  )
  account = row!.id
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows

async function anOrder(state: string, { cash = false } = {}): Promise<string> {
  const [row] = await query<{ id: string }>(
    `WITH book AS (
      INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
      VALUES ($1, 'Salt', 'Ann', 2400, 1200, 'USD', 2019) RETURNING id
    )
    INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, created_at, state_since,
      pay_by, due_at, pays_in_cash, paid_at)
    SELECT id, $1, $1, $2, '{}', 1200, 'USD', '2026-01-01', '2026-01-04', '2026-01-03',
      CASE WHEN $2 IN ('claimed', 'paid', 'handed_over') THEN now() END, $3,
      CASE WHEN $2 IN ('paid', 'handed_over', 'done', 'refunded') THEN '2026-01-02'::timestamptz END FROM book RETURNING id`,
    [account, state, cash],
  )
  return row!.id
}

const pay = (order: string, reason: string | null, back: string | null) =>
  query(
    `INSERT INTO payments (order_id, intent_id, amount, currency, recorded_at, refund_reason, refunded_at, refund_id)
    VALUES ($1::uuid, 'pi_' || $1, 1200, 'USD', '2026-01-02', $2, $3::timestamptz, CASE WHEN $3 IS NOT NULL THEN 're_' || $1 END)`,
    [order, reason, back],
  )
const note = (order: string, transition: string, by: string | null, facts: object) =>
  query(
    `INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
    VALUES ($1, $2, 'paid', 'refunded', $3, $4, '2026-01-04', $5)`,
    [order, transition, by === null ? 'provider' : transition.split('_')[0], by, facts],
  )

const migrateOn = async () => {
  for (const file of await readdir(HOUSE)) await cp(path.join(HOUSE, file), path.join(folder, file))
  await migrate(database.pool, folder)
}

test('what went back until now is refunds, with who did it and why where that is known', async () => {
  const [bySeller, atProvider, late, inCash, kept] = [
    await anOrder('refunded'),
    await anOrder('refunded'),
    await anOrder('refunded'),
    await anOrder('refunded', { cash: true }),
    await anOrder('paid'),
  ]
  await pay(bySeller, 'refunded by the seller', null)
  await note(bySeller, 'seller_refunds', account, { reason: 'not_met', intentId: `pi_${bySeller}` })
  await pay(atProvider, 'refunded at the card provider', '2026-01-05')
  await pay(late, 'the order was expired when the payment arrived', '2026-01-05')
  await note(inCash, 'admin_refunds', account, { reason: 'goodwill' })
  await pay(kept, null, null)
  await migrateOn()
  const rows = await query<{ order: string }>(
    `SELECT order_id AS "order", amount, actor, reason, payment_id IS NULL AS cash, done_at IS NOT NULL AS done,
      wanted_at::date::text AS wanted FROM refunds`,
  )
  const of = (order: string) => rows.filter((row) => row.order === order)
  const whole = { amount: 1200, cash: false, done: true, reason: null }
  expect(of(bySeller)).toMatchObject([
    { ...whole, actor: 'seller', reason: 'not_met', done: false, wanted: '2026-01-04' },
  ])
  expect(of(atProvider)).toMatchObject([{ ...whole, actor: 'provider', wanted: '2026-01-05' }])
  expect(of(late)).toMatchObject([{ ...whole, actor: 'system' }])
  expect(of(inCash)).toMatchObject([{ ...whole, actor: 'admin', reason: 'goodwill', cash: true }])
  expect(of(kept)).toEqual([])
  // Only what paid for nothing says why.
  const reasons = await query<{ reason: string }>(
    'SELECT refund_reason AS reason FROM payments WHERE refund_reason IS NOT NULL',
  )
  expect(reasons).toEqual([{ reason: 'the order was expired when the payment arrived' }])
})

test('the ledger of earlier orders says where their money is: paid, given back, owed, in the hand', async () => {
  const [kept, done, atProvider, late, inCash] = [
    await anOrder('paid'),
    await anOrder('done'),
    await anOrder('refunded'),
    await anOrder('refunded'),
    await anOrder('done', { cash: true }),
  ]
  for (const order of [kept, done]) await pay(order, null, null)
  await pay(atProvider, 'refunded at the card provider', '2026-01-05')
  await pay(late, 'the order was expired when the payment arrived', null)
  await migrateOn()
  const rows = await query<{ order: string; balances: Record<string, number> }>(
    `SELECT order_id AS "order", jsonb_object_agg(account, balance) AS balances FROM (
      SELECT order_id, account, sum(amount) AS balance FROM ledger_entries GROUP BY order_id, account
      HAVING sum(amount) <> 0) b GROUP BY order_id`,
  )
  expect(Object.fromEntries(rows.map(({ order, balances }) => [order, balances]))).toEqual({
    [kept]: { buyer: -1200, club: 1200 },
    [done]: { buyer: -1200, seller: 1200 },
    [late]: { buyer: -1200, refunds: 1200 },
    [inCash]: { buyer: -1200, cash: 1200 },
  })
})
