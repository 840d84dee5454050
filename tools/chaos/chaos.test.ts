import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenPromises } from '#tests/kit/deals/whole-database.ts'
import { aPaidOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { Acknowledged } from './acknowledged.ts'
import { FAULTS } from './faults.ts'
import { planOf } from './plan.ts'
import { tableOf } from './report.ts'

const server = await startTestServer()
const { db } = server.database

const begin = (seed: number) => {
  const plan = planOf(seed, FAULTS)
  return Array.from({ length: 60 }, () => plan.next().value)
}

test('the same seed is the same plan, which has every fault', () => {
  expect(begin(7)).toEqual(begin(7))
  expect(begin(7)).not.toEqual(begin(8))
  expect(new Set(begin(7).map(({ name }) => name)).size).toBeGreaterThan(FAULTS.length / 2)
})

test('an acknowledged write that the database doesn’t have is lost, one that it has twice is doubled', async () => {
  const noted = new Acknowledged()
  const { id: order, book } = await aPaidOrder(server)
  const lost = { kind: 'favourite', email: 'nobody@example.org', book } as const
  noted.note({ kind: 'order', id: order, book }, 0)
  noted.note({ kind: 'step', order, to: 'paid' }, 0)
  noted.note(lost, 0)
  expect(await noted.compare(db)).toEqual({ lost: [{ ...lost, askedAt: 0 }], doubled: [] })
  await sql`INSERT INTO order_events (order_id, transition, from_state, to_state, actor, at)
    VALUES (${order}, 'buyer_pays', 'claimed', 'paid', 'system', now())`.execute(db)
  expect((await noted.compare(db)).doubled).toMatchObject([{ kind: 'step', order }])
})

test('it is well at the first write that was asked after the fault', async () => {
  const noted = new Acknowledged()
  const well = noted.nextAfter(performance.now(), 60_000)
  noted.note({ kind: 'message', id: 'asked before' }, performance.now() - 60_000)
  noted.note({ kind: 'message', id: 'asked after' }, performance.now())
  expect(await well).toBeGreaterThanOrEqual(0)
  expect(await noted.nextAfter(performance.now(), 0)).toBeNull()
})

// Each breaks a promise in a transaction that is taken back.
test.each([
  ['a copy is where its order says', sql`UPDATE books SET state = 'unsold'`],
  ['an order that is paid by card has one payment that counts', sql`UPDATE payments SET refund_reason = 'late'`],
  ['what is owed is the seller’s account', sql`INSERT INTO owed_orders SELECT id, seller_id, 'USD', 1 FROM orders`],
  ['an order has its events, one after the other', sql`UPDATE orders SET state = 'handed_over'`],
  ['a problem stops the clock, and nothing else does', sql`UPDATE orders SET seconds_left = 5`],
  ['open accounts are counted', sql`INSERT INTO account_counts VALUES ('buyer', 1)`],
  ['sales are counted', sql`DELETE FROM seller_sale_changes`],
])('the whole database is asked whether %s', async (promise, breaks) => {
  await aPaidOrder(server)
  const found = db.transaction().execute(async (tx) => {
    await breaks.execute(tx)
    throw new Rollback(await brokenPromises(tx))
  })
  const { broken } = await found.then(
    () => new Rollback([]),
    (error: Rollback) => error,
  )
  expect(broken.map((one) => one.promise)).toContain(promise)
})

class Rollback extends Error {
  readonly broken: Awaited<ReturnType<typeof brokenPromises>>
  constructor(broken: Rollback['broken']) {
    super('rolled back')
    this.broken = broken
  }
}

test('a table has a row for each fault, and says what never recovered', () => {
  const round = {
    name: 'killed',
    setup: 'one',
    chance: 0,
    kills: 1,
    acknowledged: 9,
    lost: 0,
    doubled: 0,
    broken: 0,
  } as const
  const table = tableOf([
    { ...round, seconds: 2 },
    { ...round, seconds: null },
  ])
  expect(table).toContain('| killed | 2 | 2 | 18 | 0 | 0 | 0 | 2.0 / 2.0, 1 never |')
})
