import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { backUpBeforeUpdate } from './back-up-before-update.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { migrate } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import type * as RestoreBackup from '#server/backup/restore-backup.ts'
import type * as OpenDatabase from '#server/open-database.ts'
import { testDatabase, type TestDatabase } from '#tests/kit/database.ts'
import { runProgram } from '#tests/kit/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = await aFolder()

/** The next version of this program: a checkout with two more migrations. */
const newer = path.join(folder, 'newer')
const newerMigrations = path.join(newer, 'server/database/migrations')
const newest = ['9072-shelves.sql', '9073-spines.sql']
await mkdir(newer)
for (const name of ['server', 'contract', 'cover', 'tools', 'package.json'])
  await cp(path.join(root, name), path.join(newer, name), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  })
await symlink(path.join(root, 'node_modules'), path.join(newer, 'node_modules'))
await writeFile(path.join(newerMigrations, newest[0]!), 'CREATE TABLE planted_shelves (id integer);')
await writeFile(path.join(newerMigrations, newest[1]!), "ALTER TABLE books ADD planted_spine text DEFAULT 'unknown';")
const { openDatabase } = (await import(path.join(newer, 'server/open-database.ts'))) as typeof OpenDatabase
const ours = (await readMigrations()).map(({ name }) => name)

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ migrated: false })
  return database
}

/** A shop of this version with an account, for the newer one to update. */
async function anOlderShop({ isEmpty = false } = {}) {
  const database = await emptyDatabase()
  await migrate(database.pool)
  await makeJobTables(database.pool)
  if (!isEmpty)
    await database.pool.query(
      "INSERT INTO accounts (identity_id, email, role) VALUES ('a', 'ida@example.org', 'seller')",
    )
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  await mkdir(path.join(dataDir, 'keys'))
  await writeFile(path.join(dataDir, 'keys/shop.json'), '{}')
  const said: string[] = []
  const start = async (more: object = {}) => {
    const place = { dataDir, database: { kind: 'server' as const, url: database.url }, mode: 'live' as const, ...more }
    const opened = await openDatabase(place, { as: 'shop', program: 'a test', say: (line) => said.push(line) })
    await opened.close()
  }
  return { database, dataDir, said, start, dir: path.join(dataDir, 'backups') }
}

const applied = async ({ pool }: TestDatabase) =>
  (await pool.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).rows.map(({ name }) => name)

test('before an update a backup is taken, once however many start, from which the older program restores its shop', async () => {
  const { database, dir, said, start } = await anOlderShop()
  await Promise.all([start(), start(), start()])
  expect(await applied(database)).toEqual([...ours, ...newest])
  const [name, ...more] = await readdir(dir)
  expect([name, more]).toEqual([expect.stringMatching(/^dogear-before-update-\d{4}-\d\d-\d\dT.*Z\.tar\.gz$/), []])
  const file = path.join(dir, name!)
  expect(said.slice(0, 3)).toEqual([
    `The database is about to be updated. A backup is taken first: ${file}`,
    'It is taken. The way back with it: docs/runbook.md, “A newer Dogear”.',
    `Database: ${newest[0]}`,
  ])
  const archive = await openArchive(file)
  expect(archive.opening.migrations.map((migration) => migration.name)).toEqual(ours)
  await archive.close()

  // The older program refuses the updated database, and accepts the backup.
  const back = await emptyDatabase()
  const dataDir = path.join(folder, 'back')
  const restore = (url: string) =>
    runProgram('tools/restore.ts', [file], {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DOGEAR_MODE: '',
    })
  expect(await restore(back.url)).toMatchObject({ code: 0, output: expect.stringContaining(' is back: ') })
  expect(await applied(back)).toEqual(ours)
  expect((await back.pool.query('SELECT email FROM accounts')).rows).toEqual([{ email: 'ida@example.org' }])
  expect(await readFile(path.join(dataDir, 'keys/shop.json'), 'utf8')).toBe('{}')

  // The newer program restores the older one's backup, and migrates it.
  const forward = await emptyDatabase()
  const place = { dataDir: path.join(folder, 'forward'), database: { kind: 'server' as const, url: forward.url } }
  const { restoreBackup } = (await import(path.join(newer, 'server/backup/restore-backup.ts'))) as typeof RestoreBackup
  await restoreBackup(file, place, { makeIdentityTables, say: () => {} })
  expect(await applied(forward)).toEqual([...ours, ...newest])
  expect((await forward.pool.query('SELECT email FROM accounts')).rows).toEqual([{ email: 'ida@example.org' }])
}, 120_000)

test('an update that fails halfway, however often it is tried, leaves the backup from before it', async () => {
  const { database, dataDir, dir } = await anOlderShop()
  const shop = { databaseUrl: database.url, dataDir }
  const at = (minute: number) => ({
    dir,
    isRequired: true,
    say: () => {},
    now: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  })
  await backUpBeforeUpdate(shop, at(0))
  const halfway = path.join(await mkdtemp(path.join(folder, 'halfway-')), 'migrations')
  await cp(path.join(root, 'server/database/migrations'), halfway, { recursive: true })
  await cp(path.join(newerMigrations, newest[0]!), path.join(halfway, newest[0]!))
  await migrate(database.pool, halfway)
  for (const minute of [1, 2, 3]) await backUpBeforeUpdate(shop, at(minute))
  expect((await readdir(dir)).toSorted()).toEqual([
    'dogear-before-update-2026-01-01T00-00-00Z.tar.gz',
    'dogear-before-update-2026-01-01T00-03-00Z.tar.gz',
  ])
}, 60_000)

test('a live shop is not updated where no backup can be taken, unless that is said; a demo is', async () => {
  const { database, dir, said, start } = await anOlderShop()
  await writeFile(dir, 'in the way')
  await expect(start()).rejects.toThrow(/failed, and nothing was changed: .*BACKUP_BEFORE_UPDATE=off/)
  expect(await applied(database)).toEqual(ours)
  await start({ backupBeforeUpdate: false })
  expect(await applied(database)).toHaveLength(ours.length + newest.length)

  const demo = await anOlderShop()
  await writeFile(demo.dir, 'in the way')
  await demo.start({ mode: 'demo' })
  expect(demo.said).toContainEqual(
    expect.stringMatching(/^No backup could be taken, and the demo is updated without: /),
  )
  expect(said).not.toContainEqual(expect.stringContaining('It is taken'))
})

test('it goes to the folder of the other backups, the last two are retained, and a shop without accounts has none', async () => {
  const dir = path.join(folder, 'backups')
  await mkdir(dir)
  const names = ['before-update-2026-01-01', 'before-update-2026-02-02', '2026-01-01'].map(
    (name) => `dogear-${name}T00-00-00Z.tar.gz`,
  )
  for (const name of names) await writeFile(path.join(dir, name), 'earlier')
  const { start } = await anOlderShop()
  await start({ backups: { dir, everyMs: 1, keep: 1 } })
  expect((await readdir(dir)).toSorted()).toEqual([
    names[2],
    names[1],
    expect.stringMatching(/^dogear-before-update-20[2-9]\d/),
  ])
  const empty = await anOlderShop({ isEmpty: true })
  await empty.start()
  await expect(readdir(empty.dir)).rejects.toThrow('ENOENT')
})
