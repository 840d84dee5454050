import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { useEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { openLongSession } from '../long-session.ts'
import { tryBackup } from './try-backup.ts'

const HOURS = 3600
const dir = path.join(await aFolder(), 'backups')
const shop = await startTestServer({ env: { BACKUP_DIR: dir, BACKUP_EVERY: '6', BACKUP_TRIAL: 'daily' } })
const { clock, database, services, logged } = shop
const backups = shop.backups!
const seller = await anAccount(services, 'seller')
const { url: picture } = await uploadImage(services, seller.id, await aPicture())
await aBook(services, seller, { images: [picture] })
await backups.takeIfDue()

const trial = async () => ((await shop.send('GET', '/api/ready')).json as { backups: { trial: unknown } }).backups.trial
const newest = async () =>
  (await readdir(dir))
    .filter((name) => name.endsWith('.tar.gz'))
    .toSorted()
    .at(-1)!

/** Databases on the server that trials use. */
async function scratches(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datname = (SELECT 'dogear_trial_' || oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ name }) => name)
}

/** Puts a backup with other contents, and valid checksums, in the place of one. */
async function change(name: string, of: (entry: string, text: string) => string): Promise<void> {
  const entries = await unpackTar(gunzipSync(await readFile(path.join(dir, name))))
  const again = entries.map(({ header, data }) => {
    const bytes = Buffer.from(of(header.name, Buffer.from(data ?? []).toString('latin1')), 'latin1')
    return { header: { name: header.name, size: bytes.length }, body: new Uint8Array(bytes) }
  })
  await writeFile(path.join(dir, name), gzipSync(await packTar(again)))
}

test('the newest backup is restored on trial when that is due, compared, and nothing of it stays', async () => {
  const half = path.join(shop.dataDir, '.trial')
  await mkdir(half)
  // The start is busy enough; what a killed trial left is removed all the same.
  await backups.tryIfDue()
  expect(await trial()).toBeNull()
  await expect(stat(half)).rejects.toThrow('ENOENT')
  clock.advance(0.2 * HOURS)
  // As a killed trial leaves it.
  const left = await database.pool.query<{ name: string }>(
    `SELECT 'dogear_trial_' || oid AS name FROM pg_database WHERE datname = current_database()`,
  )
  await database.pool.query(`CREATE DATABASE ${left.rows[0]!.name}`)
  await backups.tryIfDue()
  expect(backups.state().trial).toMatchObject({
    file: await newest(),
    outcome: 'ok',
    words: expect.stringMatching(
      /^It was restored into the scratch database dogear_trial_\d+ on the shop’s server: \d+ rows in \d+ tables, each as the backup says, and 1 picture\.$/,
    ),
  })
  expect(await trial()).toEqual({ state: 'ok', at: clock.now().toISOString() })
  expect(await scratches()).toEqual([])
  const { at } = backups.state().trial!
  clock.advance(20 * HOURS)
  await backups.tryIfDue()
  expect(backups.state().trial!.at).toEqual(at)
  clock.advance(5 * HOURS)
  await backups.tryIfDue()
  expect(backups.state().trial!.at).toEqual(clock.now())
})

test('a backup that can’t be restored is told in words, and the next one is tried as soon as it is there', async () => {
  const counts = /"rows": \d+,\n\s+"sha256": "[0-9a-f]+"/g
  await change(await newest(), (name, text) =>
    name === 'end.json' ? text.replaceAll(counts, `"rows": 1,\n"sha256": "${'0'.repeat(64)}"`) : text,
  )
  clock.advance(25 * HOURS)
  await backups.tryIfDue()
  expect(backups.state().trial).toMatchObject({
    outcome: 'failed',
    words: expect.stringMatching(/^What arrived is not what was sent: /),
  })
  expect(await trial()).toMatchObject({ state: 'failed' })
  expect(logged.some((line) => line.startsWith('error backups: the trial restore failed: What arrived'))).toBe(true)
  expect(await scratches()).toEqual([])

  const failed = backups.state().trial!
  await backups.tryIfDue()
  expect(backups.state().trial).toEqual(failed)
  await backups.takeIfDue()
  await backups.tryIfDue()
  expect(backups.state().trial).toMatchObject({ file: await newest(), outcome: 'ok' })
})

test('a backup that lacks a picture is no good', async () => {
  const name = await newest()
  await change(name, (entry, text) => (entry === 'end.json' ? text.replace('"pictures": 1', '"pictures": 2') : text))
  clock.advance(25 * HOURS)
  await backups.tryIfDue()
  expect(backups.state().trial).toMatchObject({
    outcome: 'failed',
    words: 'It has 1 picture, and says that they are 2.',
  })
  await backups.takeIfDue()
})

test('while another program of the shop tries one, none is begun', async () => {
  const other = await openLongSession(database.url, 'a test')
  onTestFinished(() => other.end())
  await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.TRIAL_RESTORE])
  clock.advance(25 * HOURS)
  const before = backups.state().trial
  await backups.tryIfDue()
  expect(backups.state().trial).toEqual(before)
})

test('where the shop’s role may make no database, a PostgreSQL of its own is made for the time, and stops at once', async () => {
  const dataDir = await aFolder()
  const embedded = await useEmbeddedDatabase({ dataDir, program: 'a test', durable: false })
  onTestFinished(() => embedded.stop())
  const session = await openLongSession(embedded.url, 'a test')
  onTestFinished(() => session.end())
  const place = { databaseUrl: embedded.url, dataDir }
  const file = path.join(dir, await newest())
  // As a killed trial leaves it.
  await mkdir(path.join(dataDir, '.trial/postgres'), { recursive: true })
  await writeFile(path.join(dataDir, '.trial/postgres/half'), '')
  expect(await tryBackup(session, place, file, { makeIdentityTables })).toMatchObject({
    pictures: 1,
    where: 'a PostgreSQL of its own',
  })
  expect(await readdir(dataDir)).toEqual(['postgres'])

  const stopping = new AbortController()
  const aborted = tryBackup(session, place, file, {
    makeIdentityTables: async () => stopping.abort(new Error('the shop ends')),
    signal: stopping.signal,
  })
  await expect(aborted).rejects.toThrow('the shop ends')
  await expect(stat(path.join(dataDir, '.trial'))).rejects.toThrow('ENOENT')
})
