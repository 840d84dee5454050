import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_ORDER_STEPS, type TriedOrder } from '#contract/settings/test-order.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { aPaidOrder } from '#tests/kit/paying.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

/** A hash of the rows of every table of every schema, jobs and the catalogue's version among them. */
async function allRows({ database: { db } }: TestServer): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const hashed = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ hash: string | null }>`
        SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) AS hash FROM ${sql.table(name)} t`.execute(db)
      return [name, rows[0]!.hash] as const
    }),
  )
  return Object.fromEntries(hashed)
}

async function tryAt(server: TestServer): Promise<TriedOrder[]> {
  const { token } = await anAccount(server.services, 'admin')
  const before = await allRows(server)
  const { status, json } = await server.send('POST', '/api/test-orders', { token })
  expect(status).toBe(200)
  expect(await allRows(server)).toEqual(before)
  return json as TriedOrder[]
}
const well = (way: TriedOrder['way']) => ({ way, done: [...TEST_ORDER_STEPS], problem: null, isUndone: true })

test('an order is played to its end by card and in cash, and leaves no row of any table as another', async () => {
  const server = await startTestServer({ env: { CLUB_FEE: '5', CLUB_FEE_LEAST: '0.50' } })
  await aPaidOrder(server)
  // Its events arrive by themselves.
  const { pool } = server.database
  await until(async () => (await pool.query('SELECT FROM card_simulator.deliveries')).rowCount === 0)
  const { catalogue } = server.database
  const position = await catalogue.present()
  expect(await tryAt(server)).toEqual([well('card'), well('cash')])
  // What a transaction that is taken back has changed would outdate cached pages.
  expect(await catalogue.present()).toBe(position)
})

test.each([
  ['cash', { PAYMENTS: 'cash', CURRENCY: 'JPY' }],
  ['card', { PAYMENTS: 'card', CURRENCY: 'KWD', CATALOGUE: 'members', JOIN_EMAIL_DOMAINS: 'example.edu' }],
] as const)('in a shop of %s alone, that way is tried', async (way, env) => {
  expect(await tryAt(await startTestServer({ env }))).toEqual([well(way)])
})

test('a step that fails is told, with what to do where that is known; the rest isn’t tried, and all is undone', async () => {
  const server = await startTestServer()
  const { db } = server.database
  await sql`ALTER TABLE payments ADD CONSTRAINT broken CHECK (false) NOT VALID`.execute(db)
  const [card, cash] = await tryAt(server)
  expect(card).toMatchObject({ done: ['listed', 'reserved'], problem: expect.stringContaining('log'), isUndone: true })
  expect(cash).toEqual(well('cash'))
  expect(server.logged.join('\n')).toContain('a test order failed')
  await sql`DELETE FROM categories`.execute(db)
  expect((await tryAt(server))[0]).toMatchObject({ done: [], problem: expect.stringContaining('Add one') })
})
