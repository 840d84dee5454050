import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { migrate } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { lastMigratedDatabase, listAsLastMigrated } from '#tests/kit/database.ts'
import { listObjects, readMadeObjects } from './adopt.ts'

const { pool } = await lastMigratedDatabase()

const list = async () =>
  (await pool.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).rows.map(({ name }) => name)
const refusal = () => migrate(pool).catch((error: Error) => error)

test('the schema makes the objects that the migrations before the first release made, and the same rows', async () => {
  const made = await readMadeObjects()
  expect(made.size).toBeGreaterThan(80)
  expect(Object.fromEntries(await listObjects(pool))).toEqual(Object.fromEntries(made))
  const rows: Record<string, unknown> = {}
  for (const object of made.keys()) {
    const [kind, name] = object.split(' ')
    if (kind !== 'table') continue
    const found = await pool.query(`SELECT to_jsonb(it) - '{id, posted_at, start_id}'::text[] AS row FROM ${name} it`)
    if (found.rowCount) rows[name!] = found.rows.map(({ row }) => row)
  }
  const category = (slug: string, position: number) => ({
    slug,
    image_url: `/categories/${slug}.svg`,
    description: expect.any(String),
    position,
    moving_to: null,
  })
  expect(rows).toEqual({
    'public.catalogue_version': [{ is_only: true, version: 1 }],
    'public.categories': [category('novel-book', 1), category('story-book', 2), category('cook-book', 3)],
    'public.site_map_parts': ['books', 'sellers'].map((kind) => ({ kind, entries: 0, changed_at: null })),
  })
})

test.each([
  ['table public.books', 'ALTER TABLE books ALTER location DROP DEFAULT'],
  ['table public.books', 'ALTER TABLE books ALTER location DROP NOT NULL'],
  ['table public.books', 'ALTER TABLE books ALTER title SET STATISTICS 7'],
  ['table public.books', 'ALTER TABLE books ADD spine text'],
  ['table public.orders', 'ALTER TABLE orders DROP CONSTRAINT orders_stop_while_they_live'],
  ['table public.orders', 'ALTER TABLE orders DISABLE TRIGGER orders_added_are_counted'],
  ['table public.orders', 'DROP TRIGGER orders_added_are_counted ON orders'],
  ['table public.orders', 'ALTER TABLE orders SET (autovacuum_enabled = off)'],
  ['table public.payouts', 'ALTER TABLE payouts ALTER amount TYPE integer'],
  ['table public.brought_lists', 'ALTER TABLE brought_lists ALTER content SET STORAGE EXTENDED'],
  ['table public.order_events', 'GRANT TRUNCATE ON order_events TO CURRENT_USER'],
  ['table public.conversations', 'COMMENT ON COLUMN conversations.answered_at IS NULL'],
  ['table search.texts', 'ALTER INDEX search.texts_by_word SET (fastupdate = off)'],
  ['table search.books', 'CREATE INDEX ON search.books (isbn)'],
  ['sequence public.book_prices_id_seq', 'ALTER SEQUENCE book_prices_id_seq INCREMENT 2'],
  ['function search.has_work(pg_catalog.tsquery)', 'ALTER FUNCTION search.has_work RESET enable_seqscan'],
])('a planted difference is found: %s, %s', async (object, statement) => {
  const client = await pool.connect()
  await client.query(`BEGIN; ${statement}`)
  const here = await listObjects(client)
  await client.query('ROLLBACK')
  client.release()
  expect([...(await readMadeObjects())].filter(([name, hash]) => here.get(name) !== hash)).toEqual([
    [object, expect.any(String)],
  ])
})

test('a database that was changed by hand is refused by its objects, and stays as it was', async () => {
  await pool.query('ALTER TABLE orders DISABLE TRIGGER orders_added_are_counted; ALTER TABLE books ADD spine text')
  const refused = await refusal()
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toMatch(/not as its migrations made it: table public.books, table public.orders. Undo/)
  expect(await list()).toHaveLength(58)
  await pool.query('ALTER TABLE orders ENABLE TRIGGER orders_added_are_counted; ALTER TABLE books DROP spine')
})

test('an older database is refused in words that say which commit to start once, and stays as it was', async () => {
  await pool.query("DELETE FROM schema_migrations WHERE name > '0068'")
  const before = await list()
  const refused = await refusal()
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toMatch(/This database is older .*0068-.*sql didn't run.*commit 7cba2cfc start on it once/)
  expect(await list()).toEqual(before)
  await listAsLastMigrated(pool)
})

test('a migration that ran there in other words is one that is missing', async () => {
  await pool.query("UPDATE schema_migrations SET sha256 = 'another' WHERE name LIKE '0009%'")
  expect(String(await refusal())).toContain("0009-sweep-in-turns.sql didn't run there")
  await listAsLastMigrated(pool)
})

test('a database as the last migrations left it is adopted once, however many programs start, after `before`', async () => {
  const since = await aFolder()
  await writeFile(path.join(since, '0072-shelf.sql'), 'CREATE TABLE shelf (id int);')
  // An operator's own tables and grants are allowed.
  await pool.query('CREATE TABLE notes (id int); GRANT SELECT ON books TO pg_monitor')
  const listed: string[][] = []
  const before = async () => void listed.push(await list())
  const all = await Promise.all(Array.from({ length: 3 }, () => migrate(pool, since, before)))
  const names = (await readMigrations(since)).map(({ name }) => name)
  expect(all.flat()).toEqual(names)
  expect(listed.map(({ length }) => length)).toEqual([58])
  expect(await list()).toEqual(names)
})
