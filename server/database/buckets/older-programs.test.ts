import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { runSql } from '#tests/kit/sql-server.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import type { Db } from '../schema.ts'

const { services, database } = await startTestServer()
const { db } = database
const seller = await anAccount(services, 'seller')

/** A program from before 0105-catalogue-changes.sql listens, which goes by the catalogue's version. */
const olderProgram = new Client({ connectionString: database.url, application_name: 'dogear listener' })
await olderProgram.connect()
afterAll(() => olderProgram.end())

async function version(): Promise<number> {
  const { rows } = await sql<{ version: string }>`SELECT version FROM catalogue_version`.execute(db)
  return Number(rows[0]!.version)
}

/** Increase of the version by a piece of work. */
async function raisedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await version()
  await work()
  return (await version()) - before
}
const run = (statement: string, handle: Db = db) => sql.raw(statement).execute(handle)

test('rises once for a transaction, however much it writes, and not at all for one that is taken back', async () => {
  const many = `INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
    SELECT '${seller.id}', 'Many', '', 100, 100, 'USD', 2020 FROM generate_series(1, 500)`
  expect(await raisedBy(() => run(many))).toBe(1)
  const transaction = (end?: string) =>
    db.transaction().execute(async (tx) => {
      await run(many, tx)
      await run(`UPDATE accounts SET name = name || '!' WHERE id = '${seller.id}'`, tx)
      await run(`SAVEPOINT there; DELETE FROM books WHERE title = 'Many'; ROLLBACK TO there`, tx)
      if (end) throw new Error(end)
    })
  expect(await raisedBy(() => transaction())).toBe(1)
  expect(await raisedBy(() => expect(transaction('no')).rejects.toThrow('no'))).toBe(0)
  expect(await raisedBy(() => run("DELETE FROM books WHERE title = 'Many'"))).toBe(1)
})

test('rises for whom a savepoint took back what had raised it', async () => {
  const one = await aBook(services, seller)
  const sold = `UPDATE books SET state = 'sold' WHERE id = '${one}'`
  const statements = `BEGIN; SAVEPOINT there; SET CONSTRAINTS ALL IMMEDIATE; ${sold}; ROLLBACK TO there; ${sold}; COMMIT`
  expect(await raisedBy(() => runSql(database.url, statements))).toBe(1)
})

test('is announced to listeners, in the order of the commits', async () => {
  const heard: string[] = []
  const client = await database.pool.connect()
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('LISTEN catalogue_version')
  const before = await version()
  const books = await Promise.all(Array.from({ length: 20 }, () => aBook(services, seller)))
  await Promise.all(books.map((id) => run(`UPDATE books SET title = title || '!' WHERE id = '${id}'`)))
  await expect.poll(() => heard.length).toBe(40)
  client.release(true)
  expect(heard).toEqual(Array.from({ length: 40 }, (_, at) => String(before + 1 + at)))
})

test('without an older program nothing raises the version, so no commit waits for another; changes are noted all the same', async () => {
  const alone = await testDatabase()
  const change = () => sql`UPDATE categories SET description = description || '!'`.execute(alone.db)
  const version = async () => (await sql`SELECT version FROM catalogue_version`.execute(alone.db)).rows
  const before = { position: await alone.catalogue.present(), version: await version() }
  await change()
  expect(await alone.catalogue.present()).toBe(before.position! + 1)
  expect(await version()).toEqual(before.version)
})
