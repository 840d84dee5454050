import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/kit/database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { OperatorError } from './operator-error.ts'

// Migrations of our own in an empty database.
let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-migrations-'))
  database = await testDatabase({ migrated: false })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const tables = async () =>
  (
    await database.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
  ).rows.map((row) => row.name)

test('the migrations of the house make its tables, once', async () => {
  expect(await migrate(database.pool)).toContain('0001-marketplace.sql')
  expect(await tables()).toEqual(expect.arrayContaining(['accounts', 'books', 'orders', 'schema_migrations']))
  expect(await migrate(database.pool)).toEqual([])
})

test('only what is new is applied, in order', async () => {
  await write('0001-shelf.sql', 'CREATE TABLE shelf (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['0001-shelf.sql'])
  await write('0003-more.sql', 'ALTER TABLE shelf ADD b int;')
  await write('0002-some.sql', 'ALTER TABLE shelf ADD a int;')
  await write('notes.md', 'not a migration')
  expect(await migrate(database.pool, folder)).toEqual(['0002-some.sql', '0003-more.sql'])
})

test('a migration that fails leaves nothing of itself behind', async () => {
  await write('0001-shelf.sql', 'CREATE TABLE shelf (id int);')
  await write('0002-half.sql', 'CREATE TABLE half (id int); SELECT 1/0;')
  await expect(migrate(database.pool, folder)).rejects.toThrow('division by zero')
  expect(await tables()).toEqual(['schema_migrations', 'shelf'])
})

test('several programs at once migrate once', async () => {
  await write('0001-shelf.sql', 'CREATE TABLE shelf (id int); SELECT pg_sleep(0.2);')
  const all = await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool, folder)))
  expect(all.flat()).toEqual(['0001-shelf.sql'])
})

test('a database of a newer program is refused', async () => {
  await write('0001-shelf.sql', 'CREATE TABLE shelf (id int);')
  await write('0002-new.sql', 'CREATE TABLE new (id int);')
  await migrate(database.pool, folder)
  await rm(path.join(folder, '0002-new.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow(/made by a newer Dogear .*0002-new\.sql.*update/)
})

test('a migration that was changed afterwards is refused; other line ends are no change', async () => {
  await write('0001-shelf.sql', 'CREATE TABLE shelf (\n  id int);\n')
  await migrate(database.pool, folder)
  await write('0001-shelf.sql', 'CREATE TABLE shelf (\r\n  id int);\r\n')
  expect(await migrate(database.pool, folder)).toEqual([])
  await write('0001-shelf.sql', 'CREATE TABLE shelf (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0001-shelf.sql was changed after it ran')
})

test('a server that is not there is said in a sentence, without the password', async () => {
  const { pool, close } = connect('postgres://dogear:secret@127.0.0.1:1/dogear')
  const refused = await migrate(pool).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toMatch(/can't be reached \(.*ECONNREFUSED.*\); check DATABASE_URL/)
  expect(String(refused)).not.toContain('secret')
  await close()
})
