import { expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { readMigrations, type Migration } from '#server/database/read-migrations.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { locksOf } from './locks.ts'
import { changesSince, makePlan } from './plan.ts'
import { planLines } from './plan-words.ts'

const known = await readMigrations()
const added: Migration[] = [
  ['9101-shelves.sql', 'expand', 'CREATE TABLE shelves (id int PRIMARY KEY, book uuid REFERENCES books);'],
  [
    '9102-shelved.sql',
    'expand',
    'ALTER TABLE books ADD shelf text; UPDATE shop_mark SET machine = machine WHERE false;',
  ],
  [
    '9103-colors.sql',
    'contract',
    'CREATE INDEX accounts_by_age ON accounts (created_at); CREATE TABLE colors (id int);',
  ],
  ['9104-none.sql', 'expand', 'CREATE TABLE none (id int); ALTER TABLE none ADD two int;'],
].map(([name, kind, sql]) => ({ name, kind, sql, sha256: name }) as Migration)

const CHANGES = `# Changes

## 1.10.0 — 2027-02-01
- Third.

## 1.9.1 — 2027-01-01
- Second.

## 0.1.0 — 2026-11-28
- First.
`

test('of the changes those count that are newer, by number', () => {
  expect(changesSince(CHANGES, '1.9.1')).toEqual(['## 1.10.0 — 2027-02-01\n- Third.'])
  expect(changesSince(CHANGES, '0.1.0')).toHaveLength(2)
  expect(changesSince(CHANGES, '1.10.0')).toEqual([])
})

test('what each migration locks is found out by trying it; what it makes itself doesn’t count', async () => {
  const { url } = await testDatabase({ migrated: false })
  const locks = await locksOf(url, known, added)
  expect(Object.fromEntries(locks)).toEqual({
    '9101-shelves.sql': [{ table: 'public.books', stops: 'writes' }],
    '9102-shelved.sql': [
      { table: 'public.books', stops: 'all' },
      { table: 'public.shop_mark', stops: 'nothing' },
    ],
    '9103-colors.sql': [{ table: 'public.accounts', stops: 'writes' }],
    '9104-none.sql': [],
  })
})

test('a migration that can’t be applied is told before the shop is closed', async () => {
  const { url } = await testDatabase({ migrated: false })
  const broken = { ...added[0]!, name: '9105-broken.sql', sql: 'ALTER TABLE nowhere ADD a int;' }
  await expect(locksOf(url, known, [broken])).rejects.toThrow('9105-broken.sql can’t be applied: relation "nowhere"')
})

test('a plan says what is pending, what it locks, how many rows that are, and whether there is room; it changes nothing', async () => {
  const { url, pool } = await testDatabase({ migrated: false })
  await migrate(pool)
  await pool.query('ANALYZE accounts')
  const before = await pool.query('SELECT * FROM schema_migrations')
  const dataDir = await aFolder()
  const place = { dataDir, backups: null, database: { kind: 'server' as const, url } }
  const program = {
    root: dataDir,
    version: '1.10.0',
    migrations: [...known, ...added] as [Migration, ...Migration[]],
    changes: CHANGES,
    postgres: 99,
  }
  const plan = await makePlan(place, program, pool)
  expect(plan).toMatchObject({ to: '1.10.0', isAdopted: false, postgres: null })
  const backup = { dir: '/srv/backups', free: 2 ** 30, need: 2 ** 20 }
  const lines = planLines({ ...plan, from: '1.9.1', changes: changesSince(CHANGES, '1.9.1'), backup })
  expect(lines).toEqual([
    'From Dogear 1.9.1 to 1.10.0.',
    '',
    '## 1.10.0 — 2027-02-01\n- Third.',
    '',
    '9101-shelves.sql: expand: programs of the last release can go on beside it',
    '    books (rows not counted yet): nobody writes it meanwhile',
    '9102-shelved.sql: expand: programs of the last release can go on beside it',
    '    books (rows not counted yet): nobody reads or writes it meanwhile',
    '    shop_mark (rows not counted yet): rows change, others go on',
    '9103-colors.sql: contract: programs of before write nothing from then on',
    '    accounts (about 0 rows): nobody writes it meanwhile',
    '9104-none.sql: expand: programs of the last release can go on beside it',
    '    touches no table that is there',
    'A backup into /srv/backups takes 1 MB at most; its disk has 1 GB free.',
  ])
  expect((await pool.query('SELECT * FROM schema_migrations')).rows).toEqual(before.rows)
  expect(plan.backup.need).toBeGreaterThan(1_000_000)
})

test('a program that brings nothing for the database says so', async () => {
  const { url, pool } = await testDatabase()
  const connection = connect(url)
  const dataDir = await aFolder()
  const place = { dataDir, backups: null, database: { kind: 'server' as const, url } }
  const program = { root: dataDir, version: '0.1.0', migrations: known, changes: '', postgres: null }
  const lines = planLines(await makePlan(place, program, pool))
  await connection.close()
  expect(lines).toContain('The database stays as it is.')
})
