import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { type TestDatabase, testDatabase } from '#tests/kit/database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { OperatorError } from './operator-error.ts'
import { readMigrations, SCHEMAS } from './read-migrations.ts'

// Migrations of this test, applied after the real ones.
let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = await aFolder()
  await cp('server/database/migrations', folder, { recursive: true })
  database = await testDatabase()
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const tables = async () =>
  (
    await database.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
  ).rows.map((row) => row.name)

test('the schema and the migrations since make the tables of an empty database, once', async () => {
  const empty = await testDatabase({ migrated: false })
  const known = (await readMigrations()).map(({ name }) => name)
  expect(await migrate(empty.pool)).toEqual(known)
  expect(await migrate(empty.pool)).toEqual([])
})

test('the schema is the one that databases were adopted with: a change of it is a migration', async () => {
  const [schema] = await readMigrations()
  expect(schema.sha256).toBe('a123c5ba5928da0f27e0772f05d0ad81ad2360f1eb08fcf24d363c125ce00974')
})

test('no noun’s schema is left out', async () => {
  const files = await readdir('server', { recursive: true })
  expect(files.filter((file) => file.endsWith('.schema.sql')).toSorted()).toEqual(SCHEMAS.toSorted())
})

test('only what is new is applied, in order', async () => {
  await write('9072-shelf.sql', 'CREATE TABLE shelf (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['9072-shelf.sql'])
  await write('9074-more.sql', 'ALTER TABLE shelf ADD b int;')
  await write('9073-some.sql', 'ALTER TABLE shelf ADD a int;')
  await write('notes.md', 'not a migration')
  expect(await migrate(database.pool, folder)).toEqual(['9073-some.sql', '9074-more.sql'])
})

test('a migration that fails leaves nothing of itself behind', async () => {
  await write('9072-shelf.sql', 'CREATE TABLE shelf (id int);')
  await write('9073-half.sql', 'CREATE TABLE half (id int); SELECT 1/0;')
  await expect(migrate(database.pool, folder)).rejects.toThrow('division by zero')
  expect(await tables()).toContain('shelf')
  expect(await tables()).not.toContain('half')
})

test('several programs at once migrate once', async () => {
  await write('9072-shelf.sql', 'CREATE TABLE shelf (id int); SELECT pg_sleep(0.2);')
  const all = await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool, folder)))
  expect(all.flat()).toEqual(['9072-shelf.sql'])
})

test('a database of a newer program is refused', async () => {
  await write('9072-shelf.sql', 'CREATE TABLE shelf (id int);')
  await write('9073-new.sql', 'CREATE TABLE new (id int);')
  await migrate(database.pool, folder)
  await rm(path.join(folder, '9073-new.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow(/made by a newer Dogear .*9073-new\.sql.*update/)
})

test('one that a newer program has only added to is opened', async () => {
  await write('9072-shelf.sql', '-- Which shelf.\n-- Kind: expand\nCREATE TABLE shelf (id int);')
  await migrate(database.pool, folder)
  await rm(path.join(folder, '9072-shelf.sql'))
  expect(await migrate(database.pool, folder)).toEqual([])
  await write('9071-own.sql', 'CREATE TABLE own (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['9071-own.sql'])
})

test('a list from before migrations had kinds gets the column', async () => {
  await database.pool.query('ALTER TABLE schema_migrations DROP COLUMN kind')
  expect(await migrate(database.pool, folder)).toEqual([])
  const { rows } = await database.pool.query('SELECT kind FROM schema_migrations')
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set([null]))
})

test('a migration that was changed afterwards is refused; other line ends and comments are no change', async () => {
  await write('9072-shelf.sql', 'CREATE TABLE shelf (\n  id int);\n')
  await migrate(database.pool, folder)
  await write('9072-shelf.sql', '-- Why.\r\nCREATE TABLE shelf (\r\n  id int);\r\n')
  expect(await migrate(database.pool, folder)).toEqual([])
  await write('9072-shelf.sql', 'CREATE TABLE shelf (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'has another 9072-shelf.sql, which was changed after it ran',
  )
})

test('a server that is not there is said in a sentence, without the password', async () => {
  const { pool, close } = connect('postgres://dogear:secret@127.0.0.1:1/dogear')
  const refused = await migrate(pool).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toMatch(/can't be reached \(.*ECONNREFUSED.*\); check DATABASE_URL/)
  expect(String(refused)).not.toContain('secret')
  await close()
})
