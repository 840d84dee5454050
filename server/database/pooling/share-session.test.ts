import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { transactionPooler } from '#tests/kit/faults/transaction-pooler.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { anOrderOf, orderState } from '#tests/kit/shopping.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { write, aTalk } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/open-database.ts'
import { withinBudget } from '../budget.ts'
import { connect, type Connection } from '../connect.ts'
import { preparedStatement } from '../prepared-statements.ts'

const database = await testDatabase()
const shop = await startTestServer({ on: { database } })

/** A connection of the shop's through a pooler that has fewer sessions than it. */
async function pooled(max = 6): Promise<Connection & { url: string; pooler: string }> {
  const pooler = await transactionPooler(database)
  const connection = connect(database.url, { pooler, max, breakAfterMs: 60_000 })
  onTestFinished(() => connection.close())
  return { ...connection, url: database.url, pooler }
}

const SETTINGS = sql<{ limit: string; jit: string }>`
  SELECT current_setting('statement_timeout') AS "limit", current_setting('jit') AS jit`

test('through a transaction pooler each statement has our settings, and no session keeps one', async () => {
  const { db, pooler } = await pooled()
  const ask = async () => (await SETTINGS.execute(db)).rows[0]
  const ours = { limit: '15s', jit: 'off' }
  const asked = Array.from({ length: 20 }, ask)
  for (const answer of await Promise.all(asked)) expect(answer).toEqual(ours)
  expect(await withinBudget(5000, ask)).toEqual({ ...ours, limit: '5s' })
  await db.transaction().execute(async (tx) => {
    expect((await SETTINGS.execute(tx)).rows[0]).toEqual(ours)
  })
  const asStranger = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return async () => (await client.query(SETTINGS.compile(db).sql)).rows[0] as unknown
  }
  const [directly, through] = [await asStranger(database.url), await asStranger(pooler)]
  const defaults = await directly()
  expect(defaults).toMatchObject({ limit: '0' })
  expect([await through(), await through()]).toEqual([defaults, defaults])
})

test('a statement of its own is answered after its commit, and fails with what the commit refuses', async () => {
  const { db, catalogue } = await pooled()
  const seller = await anAccount(shop.services, 'seller')
  const book = await aBook(shop.services, seller)
  const before = await catalogue.present()
  await sql`UPDATE books SET title = 'Another' WHERE id = ${book}`.execute(db)
  expect(await catalogue.present()).toBeGreaterThan(before!)
  await sql`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$`.execute(db)
  await sql`CREATE TABLE planted (n int UNIQUE)`.execute(db)
  await sql`CREATE CONSTRAINT TRIGGER planted AFTER INSERT ON planted DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.n > 1) EXECUTE FUNCTION planted()`.execute(db)
  await expect(sql`INSERT INTO planted VALUES (2)`.execute(db)).rejects.toThrow('planted')
  await sql`INSERT INTO planted VALUES (1)`.execute(db)
  await expect(sql`INSERT INTO planted VALUES (1)`.execute(db)).rejects.toThrow('unique')
  await expect(db.transaction().execute((tx) => sql`INSERT INTO planted VALUES (2)`.execute(tx))).rejects.toThrow(
    'planted',
  )
  expect((await sql`SELECT n FROM planted`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('statements that sessions would keep plans of run as others do', async () => {
  const { db } = await pooled()
  const ask = (n: number) => sql<{ n: number }>`${preparedStatement} SELECT ${n}::int AS n`.execute(db)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('a whole shop works through it: sign-up, selling, buying, search, messages that come by themselves', async () => {
  const server = await startTestServer({ database: { ...database, ...(await pooled()) }, jobs: true })
  const process = server as unknown as ShopProcess
  const [seller, buyer] = [await aMember(process, 'seller'), await aMember(process, 'buyer')]
  const order = await anOrderOf(process, buyer, await aBookOf(process, seller, { book_name: 'Lantern Harbour' }))
  expect(await orderState(process, buyer, order)).toBe('claimed')
  const talk = await aTalk(server)
  let news = 0
  await server.database.messages.follow(talk.asker.id, () => (news += 1))
  expect((await write(server, talk.seller, talk.id)).status).toBe(200)
  await until(() => news > 0)
  await until(async () => (await server.send('GET', '/api/search?q=lantern')).text.includes('Lantern Harbour'))
})

/** Opens the database as a start does, and returns its error. */
async function whyNot(settings: Record<string, string>): Promise<string> {
  const config = readConfig({ DATA_DIR: await aFolder(), ...settings })
  try {
    const opened = await openDatabase(config, { as: 'shop', program: 'a test', say: () => {} })
    await opened.close()
    return 'it opens'
  } catch (error) {
    return (error as Error).message
  }
}

test('a start needs the direct address beside such a pooler, of the same database', async () => {
  const pooler = await transactionPooler(database)
  expect(await whyNot({ DATABASE_URL: pooler })).toMatch(
    /^DATABASE_URL leads to a connection pooler .* DATABASE_DIRECT_URL/,
  )
  expect(await whyNot({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: database.url })).toBe('it opens')
  expect(await whyNot({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: pooler })).toMatch(
    /^DATABASE_DIRECT_URL leads to a connection pooler/,
  )
  const other = await testDatabase()
  expect(await whyNot({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: other.url })).toContain(
    'lead to different databases',
  )
})
