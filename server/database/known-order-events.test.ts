import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/kit/database.ts'
import { migrate } from './migrate.ts'

// A shop as it was before it remembered what happened to its orders.
const HOUSE = 'server/database/migrations'
const MIGRATION = '0014-order-events.sql'
/** From here on they go by what was written down of orders. */
const LATER = '0021'
let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-migrations-'))
  database = await testDatabase({ migrated: false })
  for (const file of await readdir(HOUSE))
    if (file !== MIGRATION && file < LATER) await cp(path.join(HOUSE, file), path.join(folder, file))
  await migrate(database.pool, folder)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows

test('earlier orders get the events that can be known of them, marked as such, and nothing made up', async () => {
  const [account] = await query<{ id: string }>(
    "INSERT INTO accounts (identity_id, email) VALUES ('one', 'one@example.org') RETURNING id",
  )
  for (const state of ['claimed', 'paid', 'cancelled', 'expired', 'refunded'])
    await query(
      `WITH book AS (
        INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
        VALUES ($1, 'Salt', 'Ann', 2400, 1200, 'USD', 2019) RETURNING id
      )
      INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, created_at, state_since,
        pay_by, due_at)
      SELECT id, $1, $1, $2, '{}', 1200, 'USD', '2026-01-01', '2026-01-02', '2026-01-03',
        CASE WHEN $2 IN ('claimed', 'paid') THEN now() END FROM book`,
      [account!.id, state],
    )
  await cp(path.join(HOUSE, MIGRATION), path.join(folder, MIGRATION))
  expect(await migrate(database.pool, folder)).toEqual([MIGRATION])
  const opened = ['buyer_claims', null, 'claimed', 'buyer', account!.id, '2026-01-01']
  const known: Record<string, unknown[]> = {
    paid: ['buyer_pays', 'claimed', 'paid', 'buyer', account!.id, '2026-01-02'],
    cancelled: [null, 'claimed', 'cancelled', 'unknown', null, '2026-01-02'],
    expired: ['time_expires', 'claimed', 'expired', 'time', null, '2026-01-02'],
    refunded: [null, null, 'refunded', 'unknown', null, '2026-01-02'],
  }
  const rows = await query<{ state: string; events: unknown }>(
    `SELECT o.state, jsonb_agg(jsonb_build_array(e.transition, e.from_state, e.to_state, e.actor, e.actor_id, e.at::date)
      ORDER BY e.id) AS events
    FROM orders o JOIN order_events e ON e.order_id = o.id WHERE e.is_from_before GROUP BY o.id`,
  )
  expect(Object.fromEntries(rows.map(({ state, events }) => [state, events]))).toEqual({
    claimed: [opened],
    ...Object.fromEntries(Object.entries(known).map(([state, event]) => [state, [opened, event]])),
  })
})
