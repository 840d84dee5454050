import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder, afterwards } from '#tests/kit/afterwards.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { moveDatabase, type MoveOptions } from '#server/backup/move-database.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeShopBack } from '#server/backup/take-shop-back.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import type { Place } from '#server/backup/open-place.ts'
import { VERSION } from '#server/config/version.ts'
import { connect } from '#server/database/connect.ts'
import { noteVersion } from '#server/database/marks/program-versions.ts'
import { saveDatabase, readLastSettings } from '#server/last-start.ts'
import { openDatabase } from '#server/open-database.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { findOlderPostgres, startOlderPostgres } from '#tests/kit/older-postgres.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

// Two embedded clusters are created and several opened.
const MINUTES = 60_000
const version = await findOlderPostgres()
const restoring = { makeIdentityTables, say: () => {} }
const older = version === null ? null : await startOlderPostgres(version)
if (older) afterwards(older.stop)
const follow = (url: string | null) => saveDatabase(dataDir, url)
const options = { ...restoring, follow }

// Source: a shop's database and data folder, with their contents.
const folder = await aFolder()
const shop = await startTestServer()
await anOrder(shop)
await aProvenAccount(shop, 'buyer', 'Ångström')
// As a start notes it: the starts below add no row then.
await noteVersion(shop.database.pool, VERSION, [])
const file = path.join(folder, 'shop.tar.gz')
await takeBackup({ databaseUrl: shop.database.url, dataDir: shop.dataDir }, file, { now: shop.clock.now() })
await shop.close()
const held = await contentsOf(file)
const source = await emptyDatabase()
const dataDir = path.join(folder, 'data')
await restoreBackup(file, { dataDir, database: { kind: 'server', url: source } }, restoring)

async function emptyDatabase(): Promise<string> {
  return (await testDatabase({ migrated: false })).url
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

/** Changes of an order's events that even the table's owner is refused. */
async function refusedThere(url: string): Promise<unknown[]> {
  // Waits until the server has ended the session, which would look like a running shop.
  const session = await openLongSession(url, 'a test')
  const attempts = ["UPDATE order_events SET actor = 'time'", 'DELETE FROM order_events', 'TRUNCATE order_events']
  const codes: unknown[] = []
  for (const attempt of attempts)
    codes.push(await session.query(attempt).then(String, (error: { code?: string }) => error.code))
  await session.end()
  return codes
}

/** Refusal of a start, and of a tool, on a place; null where it opens. */
async function whyClosed(database: Place): Promise<string | null> {
  const say: string[] = []
  const start = openDatabase({ dataDir, database }, { as: 'shop', program: 'a test', say: (line) => say.push(line) })
  return start.then(
    (opened) => opened.close().then(() => say.join() || null),
    (error: Error) => error.message,
  )
}

const move = (from: Place, to: Place, signal?: AbortSignal) =>
  moveDatabase({ dataDir, from, to }, { ...options, ...(signal && { signal }) })
const databaseOfTools = async () => (await readLastSettings(dataDir))?.DATABASE_URL
/** Takes the shop back to its source for the next test. */
async function back(from: Place, to: Place = server(source)): Promise<string[]> {
  const said: string[] = []
  await takeShopBack({ dataDir, from, to }, { follow, say: (line) => said.push(line) })
  return said
}

test(
  `to a server (${version ? `PostgreSQL ${version}` : 'of the same version'}), to the embedded one and on to a third place, all rows are the same, and what was left opens no more`,
  async () => {
    const [first, third] = [server(await anotherServer()), server(await anotherServer())]
    expect(await move(server(source), first)).toEqual(held)
    expect(await refusedThere(first.url)).toEqual(['42501', '42501', '42501'])
    expect(await whyClosed(server(source))).toMatch(
      /^The shop in this database was moved to the database club_\w+ on 127\.0\.0\.1:\d+ on \d{4}-\d\d-\d\d at \d\d:\d\d UTC: set DATABASE_URL to that address\. .*--back-to/,
    )
    const file = path.join(folder, 'left.tar.gz')
    await expect(takeBackup({ databaseUrl: source, dataDir }, file, { now: new Date() })).rejects.toThrow('was moved')
    await expect(move(server(source), third)).rejects.toThrow('was moved to the database')
    expect(await databaseOfTools()).toBe(first.url)
    expect(await whyClosed(first)).toBeNull()

    expect(await move(first, embedded)).toEqual(held)
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['keys', 'postgres']))
    expect(await whyClosed(first)).toContain(`was moved to the embedded database in ${dataDir} on `)
    expect(await databaseOfTools()).toBeUndefined()
    // A shop finds it up to date.
    expect(await whyClosed(embedded)).toBeNull()

    expect(await move(embedded, third)).toEqual(held)
    expect(await whyClosed(embedded)).toContain('was moved to the database')
    await expect(move(third, embedded)).rejects.toThrow(/is not empty: it has the table .* Move .*postgres away/)
    await expect(move(third, first)).rejects.toThrow('is not empty')
    // A place that the shop has left since isn't where it is.
    await expect(back(first)).rejects.toThrow('was moved to the embedded database')
    expect(await whyClosed(server(source))).not.toBeNull()
    expect(await back(third)).toEqual([])
    expect([await whyClosed(third), await whyClosed(server(source))]).toEqual([expect.any(String), null])
    expect(await databaseOfTools()).toBe(source)
    expect(await back(server(source), embedded)).toEqual([])
    expect([await whyClosed(server(source)), await whyClosed(embedded)]).toEqual([expect.any(String), null])
    expect(await databaseOfTools()).toBeUndefined()
    expect(await back(embedded)).toEqual([])
    expect([await whyClosed(embedded), await whyClosed(server(source))]).toEqual([expect.any(String), null])
    await rm(path.join(dataDir, 'postgres'), { recursive: true })
  },
  5 * MINUTES,
)

test('the database that the shop is in is refused, by whatever address', async () => {
  const [byName, byNumber] = ['localhost', '127.0.0.1'].map((host) =>
    Object.assign(new URL(source), { hostname: host }),
  )
  for (const to of [source, byName!.href, byNumber!.href, `${source}?application_name=another`])
    await expect(move(server(source), server(to))).rejects.toThrow(
      /^The shop is in the database \S+ on \S+ already(, which is also the database \S+ on \S+)?: there is nothing to move\./,
    )
  expect(await whyClosed(server(source))).toBeNull()
})

test('while a shop works on the database nothing is moved, whatever its address calls its sessions', async () => {
  const shop = connect(`${source}?application_name=books`)
  afterwards(shop.close)
  await shop.pool.query('SELECT 1')
  const to = await emptyDatabase()
  await expect(move(server(source), server(to))).rejects.toThrow(
    /A shop, or one of its tools, is working on this database; stop it first/,
  )
  expect(await tablesIn(to)).toBe(0)
})

test(
  'a move that is stopped halfway, or goes where something is, changes nothing',
  { timeout: 2 * MINUTES },
  async () => {
    const to = await emptyDatabase()
    const stopping = new AbortController()
    const stopped = moveDatabase(
      { dataDir, from: server(source), to: server(to) },
      { ...options, signal: stopping.signal, progress: () => stopping.abort() },
    )
    await expect(stopped).rejects.toThrow('aborted')
    expect(await tablesIn(to)).toBe(0)
    await expect(move(server(source), embedded, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await readdir(dataDir)).not.toContain('postgres')
    await mkdir(path.join(dataDir, '.restoring'))
    await expect(move(server(source), embedded)).rejects.toThrow(/^A restore into .* was cut off/)
    await rm(path.join(dataDir, '.restoring'), { recursive: true })
    await mkdir(path.join(dataDir, 'postgres', 'an older cluster'), { recursive: true })
    await expect(move(server(source), embedded, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await readdir(path.join(dataDir, 'postgres'))).toContain('an older cluster')
    await rm(path.join(dataDir, 'postgres'), { recursive: true })
    const full = await testDatabase()
    await expect(move(server(source), server(full.url))).rejects.toThrow(/is not empty/)
    expect(await whyClosed(server(source))).toBeNull()
    expect(await move(server(source), server(to))).toEqual(held)
    expect(await back(server(to))).toEqual([])
  },
)

/** Obstacles to a move, with what removes each. */
const obstacles: Record<string, () => Promise<{ options: MoveOptions; takeAway: () => Promise<unknown> }>> = {
  'before the source was marked': async () => {
    const alter = async (words: string) => {
      const session = await openLongSession(source, 'a test')
      await session.query(`ALTER TABLE schema_migrations ${words}`)
      await session.end()
    }
    await alter("ADD CONSTRAINT no_mark CHECK (name NOT LIKE '%moved%')")
    return { options, takeAway: () => alter('DROP CONSTRAINT no_mark') }
  },
  'after the source was marked': async () => {
    const follow = () => Promise.reject(new Error('the disk is full'))
    return { options: { ...options, follow }, takeAway: async () => {} }
  },
}

test.for(Object.keys(obstacles).flatMap((when) => (['server', 'embedded'] as const).map((kind) => ({ when, kind }))))(
  'a move to $kind that is cut off $when leaves one shop at most, and is done when it is run again',
  { timeout: 2 * MINUTES },
  async ({ when, kind }) => {
    const to: Place = kind === 'server' ? server(await emptyDatabase()) : embedded
    const { options: hampered, takeAway } = await obstacles[when]!()
    await expect(moveDatabase({ dataDir, from: server(source), to }, hampered)).rejects.toThrow(/no_mark|disk/)
    await takeAway()
    expect(await whyClosed(to)).toMatch(/A move from .* was cut off at its last step. Run the same npm run move/)
    const wasMarked = when.startsWith('after')
    expect((await whyClosed(server(source))) === null).toBe(!wasMarked)
    expect(await move(server(source), to)).toEqual(wasMarked ? null : held)
    expect([await whyClosed(to), await whyClosed(server(source))]).toEqual([null, expect.stringContaining('was moved')])
    expect(await databaseOfTools()).toBe(kind === 'server' ? to.kind === 'server' && to.url : undefined)
    expect(await back(to)).toEqual([])
    await rm(path.join(dataDir, 'postgres'), { recursive: true, force: true })
  },
)

test('where a move was cut off before its mark and the shop has changed since, it says so', async () => {
  const to = await emptyDatabase()
  const { options: hampered, takeAway } = await obstacles['before the source was marked']!()
  const cutOff = moveDatabase({ dataDir, from: server(source), to: server(to) }, hampered)
  await expect(cutOff).rejects.toThrow('no_mark')
  await takeAway()
  const session = await openLongSession(source, 'a test')
  await session.query("UPDATE accounts SET name = 'Another'")
  await session.end()
  await expect(move(server(source), server(to))).rejects.toThrow(
    /^The target is not empty: an earlier move was cut off, and the shop has changed since \(public.accounts has other/,
  )
  expect(await whyClosed(server(source))).toBeNull()
})

test('going back says which database can’t be reached, and so has no mark', async () => {
  const to = await testDatabase({ migrated: false })
  await move(server(source), server(to.url))
  await to.close()
  expect(await back(server(to.url))).toEqual([
    expect.stringMatching(/^the database \S+ on \S+ can't be reached, and has no mark/),
  ])
  expect(await whyClosed(server(source))).toBeNull()
  await expect(back(server(to.url))).rejects.toThrow("wasn't moved away")
})
