import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLongSession } from '#server/backup/long-session.ts'
import { moveDatabase } from '#server/backup/move-database.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { connect } from '#server/database/connect.ts'
import { openDatabase } from '#server/open-database.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { findOlderPostgres, type OlderPostgres, startOlderPostgres } from '#tests/kit/older-postgres.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

// Two embedded clusters are made and several opened.
const MINUTES = 60_000
const version = await findOlderPostgres()
const options = { makeIdentityTables, say: () => {} }
let folder: string
let older: OlderPostgres | null = null
/** A shop's database, of the packages' PostgreSQL, and its data folder; and what they hold. */
let source: string
let dataDir: string
let held: unknown

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-move-'))
  await chmod(folder, 0o755)
  if (version) older = await startOlderPostgres(version)
  const shop = await startTestServer()
  await anOrder(shop)
  await aProvenAccount(shop, 'buyer', 'Ångström')
  const file = path.join(folder, 'shop.tar.gz')
  await takeBackup({ databaseUrl: shop.database.url, dataDir: shop.dataDir }, file, { now: shop.clock.now() })
  await shop.close()
  held = await contentsOf(file)
  source = await emptyDatabase()
  dataDir = path.join(folder, 'data')
  await restoreBackup(file, { dataDir, database: { kind: 'server', url: source } }, options)
})
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
  await older?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function emptyDatabase(): Promise<string> {
  const database = await testDatabase({ migrated: false })
  closers.push(database.close)
  return database.url
}

const anotherServer = () => older?.emptyDatabase() ?? emptyDatabase()

async function contentsOf(file: string): Promise<unknown> {
  const archive = await openArchive(file)
  for await (const _ of archive.entries);
  return archive.end().tables
}

const server = (url: string) => ({ kind: 'server' as const, url })
const embedded = { kind: 'embedded' as const }

async function tablesIn(url: string): Promise<number> {
  const { pool, close } = connect(url)
  const { rowCount } = await pool
    .query(
      "SELECT 1 FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information)')",
    )
    .finally(() => void close())
  return rowCount ?? 0
}

/** What may not be done to an order's events, by whoever owns their table. */
async function refusedThere(url: string): Promise<unknown[]> {
  // Its end waits until the server has let it go, so that nothing looks like a shop afterwards.
  const session = await openLongSession(url, 'a test')
  const attempts = ["UPDATE order_events SET actor = 'time'", 'DELETE FROM order_events', 'TRUNCATE order_events']
  const codes: unknown[] = []
  for (const attempt of attempts)
    codes.push(await session.query(attempt).then(String, (error: { code?: string }) => error.code))
  await session.end()
  return codes
}

test(
  `to a server (${version ? `PostgreSQL ${version}` : 'of the same version'}), to the embedded one and back to a server, all rows are the same`,
  async () => {
    const onServer = await anotherServer()
    const there = await moveDatabase({ dataDir, from: server(source), to: server(onServer) }, options)
    expect(there).toEqual(held)
    expect(await refusedThere(onServer)).toEqual(['42501', '42501', '42501'])
    const home = await moveDatabase({ dataDir, from: server(onServer), to: embedded }, options)
    expect(home).toEqual(held)
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['keys', 'postgres']))
    // A shop finds it up to date.
    const said: string[] = []
    const opened = await openDatabase(
      { dataDir, database: embedded },
      { as: 'shop', program: 'a test', say: (line) => void said.push(line) },
    )
    await opened.close()
    expect(said).toEqual([])
    const back = await moveDatabase({ dataDir, from: embedded, to: server(await anotherServer()) }, options)
    expect(back).toEqual(held)
    await expect(moveDatabase({ dataDir, from: server(source), to: embedded }, options)).rejects.toThrow(
      /is not empty: it has postgres\//,
    )
  },
  5 * MINUTES,
)

test('while a shop works on the database nothing is moved, whatever its address calls its sessions', async () => {
  const shop = connect(`${source}?application_name=books`)
  onTestFinished(shop.close)
  await shop.pool.query('SELECT 1')
  const to = await emptyDatabase()
  await expect(moveDatabase({ dataDir, from: server(source), to: server(to) }, options)).rejects.toThrow(
    /A shop, or one of its tools, is working on this database; stop it first/,
  )
  expect(await tablesIn(to)).toBe(0)
})

test('a move that is stopped halfway, or goes where something is, changes nothing', async () => {
  const to = await emptyDatabase()
  const stopping = new AbortController()
  const move = moveDatabase(
    { dataDir, from: server(source), to: server(to) },
    { ...options, signal: stopping.signal, progress: () => stopping.abort() },
  )
  await expect(move).rejects.toThrow('aborted')
  expect(await tablesIn(to)).toBe(0)
  await expect(moveDatabase({ dataDir, from: server(source), to: server(source) }, options)).rejects.toThrow(
    /is not empty/,
  )
  const again = await moveDatabase({ dataDir, from: server(source), to: server(to) }, options)
  expect(again).toEqual(held)
})

test('a move that was killed when all had arrived is done when it is run again, as long as the source is the same', async () => {
  const to = await emptyDatabase()
  const move = () => moveDatabase({ dataDir, from: server(source), to: server(to) }, options)
  await move()
  expect(await move()).toEqual(held)
  // Into itself as well, where it was moved to.
  expect(await moveDatabase({ dataDir, from: server(to), to: server(to) }, options)).toEqual(held)
  const session = await openLongSession(source, 'a test')
  await session.query("UPDATE accounts SET name = 'Another'")
  await session.end()
  await expect(move()).rejects.toThrow('is not empty')
})
