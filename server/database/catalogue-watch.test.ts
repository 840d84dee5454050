import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { until } from '#tests/kit/until.ts'
import { connect } from './connect.ts'

const database = await testDatabase()

/** A second process, as far as the database can tell. */
function another() {
  const connection = connect(database.url, { max: 2 })
  onTestFinished(connection.close)
  return connection
}
const committed = async () =>
  Number((await sql<{ version: string }>`SELECT version FROM catalogue_version`.execute(database.db)).rows[0]!.version)
const change = ({ db }: Pick<typeof database, 'db'>) =>
  sql`UPDATE categories SET position = position + 1 WHERE slug = 'novel-book'`.execute(db)
const connections = async () =>
  (
    await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'dogear listener'`.execute(
      database.db,
    )
  ).rows.length

test('a writer knows the new version as soon as its write has committed', async () => {
  const { db, catalogue } = another()
  for (let turn = 0; turn < 20; turn += 1) {
    await change({ db })
    expect(catalogue.heard).toBe(await committed())
    await db.transaction().execute((tx) => change({ db: tx }))
    expect(catalogue.heard).toBe(await committed())
  }
})

test('a question is answered with what is committed, and only it opens a connection', async () => {
  const { catalogue, close } = another()
  expect(await connections()).toBe(0)
  expect(await catalogue.current()).toBe(await committed())
  expect(await connections()).toBe(1)
  await close()
  expect(await catalogue.current()).toBeNull()
  await until(async () => (await connections()) === 0)
})

test('writes of other processes are notified', async () => {
  const { catalogue } = another()
  await catalogue.current()
  await change(database)
  const version = await committed()
  await until(() => catalogue.heard === version)
  expect(await catalogue.current()).toBe(version)
})

test('without a notification for a while, the version is read again', async () => {
  const { catalogue, db } = another()
  const before = await catalogue.current()
  // No notification.
  await sql`UPDATE catalogue_version SET version = version + 1`.execute(db)
  expect(await committed()).toBe(before! + 1)
  await until(async () => (await catalogue.current()) === (await committed()))
})

test('a forged notification changes no version', async () => {
  const { catalogue } = another()
  const version = await catalogue.current()
  await sql`SELECT pg_notify('catalogue_version', '9999999 and more')`.execute(database.db)
  await until(() => catalogue.heard === 9_999_999)
  expect(await catalogue.current()).toBe(version)
})

test('without a connection the version is unknown; a new connection is a new epoch', async () => {
  const { catalogue } = another()
  await catalogue.current()
  const { epoch } = catalogue
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'dogear listener'`.execute(database.db)
  await until(() => catalogue.epoch > epoch)
  expect(catalogue.heard).toBe(0)
  await until(async () => (await catalogue.current()) === (await committed()))
})

test('a database that freezes is not waited for', async () => {
  const { catalogue } = another()
  expect(await catalogue.current()).toBe(await committed())
  await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE catalogue_version IN ACCESS EXCLUSIVE MODE`.execute(tx)
    await until(async () => (await catalogue.current()) === null)
  })
  await until(async () => (await catalogue.current()) === (await committed()))
})
