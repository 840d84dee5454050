import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { connect } from './connect.ts'
import { preparedStatement, hiddenFromPlanner } from './prepared-statements.ts'
import { describeDataFolder } from './embedded/data-folder.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded.ts'
import { Unanswered } from './trouble.ts'

const database = await testDatabase()

test('every connection is in UTC, and ends what takes too long', async () => {
  const setting = async (name: string) =>
    (await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(database.db)).rows[0]?.value
  expect(await setting('idle_in_transaction_session_timeout')).toBe('1min')
  expect(await setting('jit')).toBe('off')
  expect(await setting('statement_timeout')).toBe('15s')
  expect(await setting('timezone')).toBe('UTC')
  expect(await setting('application_name')).toBe('dogear')
})

test('only a marked statement is a prepared statement with a cached plan', async () => {
  const { db } = connect(database.url, { max: 1 })
  onTestFinished(() => db.destroy())
  const kept = (one: number) => sql<{ sum: number }>`${preparedStatement} SELECT ${one}::int + 1 AS sum`.execute(db)
  expect([(await kept(1)).rows, (await kept(2)).rows]).toEqual([[{ sum: 2 }], [{ sum: 3 }]])
  await sql`SELECT ${1}::int + 1 AS sum`.execute(db)
  const { rows } = await sql<{
    statement: string
  }>`SELECT statement FROM pg_prepared_statements WHERE name <> ''`.execute(db)
  expect(rows).toEqual([{ statement: '/* prepared */ SELECT $1::int + 1 AS sum' }])
})

test('a generic plan is cached though a plan for the values seems cheaper', async () => {
  const { db } = connect(database.url, { max: 1 })
  onTestFinished(() => db.destroy())
  const one = sql`${['books']}::text[]`
  const ask = (names: RawBuilder<unknown>) =>
    sql`${preparedStatement} SELECT FROM unnest(${names}) AS given(name) JOIN pg_class ON relname = given.name`.execute(
      db,
    )
  for (let at = 0; at < 7; at += 1) await ask(one).then(() => ask(hiddenFromPlanner(one)))
  const { rows } = await sql`
    SELECT generic_plans::int AS kept FROM pg_prepared_statements WHERE name <> '' ORDER BY prepare_time`.execute(db)
  expect(rows).toEqual([{ kept: 0 }, { kept: 2 }])
})

test('rows come in the types that the schema says', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    INSERT INTO accounts (identity_id, email, name)
    VALUES (${crypto.randomUUID()}, ${`${crypto.randomUUID()}@example.org`}, 'Ada') RETURNING *`.execute(database.db)
  const account = rows[0]!
  expect(account).toMatchObject({ role: 'user', version: 1, email_verified: false, closed_at: null })
  expect(account.created_at).toBeInstanceOf(Date)
  expect(account.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('connections that the server cuts, idle or at work, cost only the query that ran on them', async () => {
  const lost: Error[] = []
  const connection = connect(database.url, { max: 2, onLost: (error) => lost.push(error) })
  onTestFinished(connection.close)
  const cutAll = () =>
    database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  await connection.pool.query('SELECT 1')
  await cutAll()
  await expect.poll(() => lost.length).toBe(1)

  const atWork = connection.pool.query('SELECT pg_sleep(10)').catch((error: Error) => error)
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query("SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(10)'")
      return rows.length
    })
    .toBe(1)
  await cutAll()
  expect(await atWork).toBeInstanceOf(Error)
  expect((await connection.pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('an answer that does not come is given up, and its connection with it, in the middle of a transaction too', async () => {
  const connection = connect(database.url, { max: 1, answerTimeout: 200 })
  onTestFinished(connection.close)
  await expect(sql`SELECT pg_sleep(60)`.execute(connection.db)).rejects.toThrow(Unanswered)
  const inTransaction = connection.db.transaction().execute((tx) => sql`SELECT pg_sleep(60)`.execute(tx))
  await expect(inTransaction).rejects.toThrow(Unanswered)
  // The pool has a single connection: a leaked one would block this query.
  expect((await sql`SELECT 1 AS one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
})

test('a connection that owes no answer may be silent for as long as it likes', async () => {
  const connection = connect(database.url, { max: 2, answerTimeout: 200 })
  onTestFinished(connection.close)
  const listener = await connection.pool.connect()
  try {
    await listener.query('LISTEN anything')
    // Silent for less time than the listener by then.
    await expect(sql`SELECT pg_sleep(60)`.execute(connection.db)).rejects.toThrow(Unanswered)
    expect((await listener.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  } finally {
    listener.release()
  }
})

test('closing twice is fine, and connections lost meanwhile aren’t reported', async () => {
  const connection = connect(database.url, { onLost: () => expect.unreachable() })
  await connection.pool.query('SELECT 1')
  await Promise.all([connection.close(), connection.close()])
})

test('the pool works on after the whole database was restarted', async () => {
  const dataDir = await aFolder()
  const lines: string[] = []
  const embedded = await startEmbeddedDatabase({
    dataDir,
    program: 'a test',
    durable: false,
    log: (line) => lines.push(line),
  })
  onTestFinished(embedded.stop)
  const { pool, close } = connect(embedded.url)
  onTestFinished(close)
  const pidFile = path.join(describeDataFolder(dataDir).cluster, 'postmaster.pid')
  const postmaster = async () => Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  await pool.query('CREATE TABLE kept AS SELECT 42 AS answer')
  const before = await postmaster()
  process.kill(before, 'SIGINT')
  await expect.poll(() => lines, { timeout: 15_000 }).toContain('The database ended by itself; starting it again.')
  await expect
    .poll(
      () =>
        pool.query('SELECT answer FROM kept').then(
          ({ rows }) => rows,
          () => null,
        ),
      { timeout: 15_000 },
    )
    .toEqual([{ answer: 42 }])
  expect(await postmaster()).not.toBe(before)
})
