import { existsSync, mkdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { openDatabase } from '#server/open-database.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { removeUnusedImages } from '#server/images/remove-unused-images.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { testDatabase, type TestDatabase } from '#tests/kit/database.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const shop = await startTestServer()
const folder = await aFolder()
const seller = await anAccount(shop.services, 'seller')
await aBook(shop.services, seller, { description: 'Zeichen: \\N \\. \t “ä”\u2028\nund mehr' })
await mkdir(path.join(shop.dataDir, 'pages/blogs'), { recursive: true })
await writeFile(path.join(shop.dataDir, 'pages/blogs/unit-testing.md'), '# Ours')
const file = await aBackup('shop.tar.gz')

async function aBackup(name: string): Promise<string> {
  const place = path.join(folder, name)
  await takeBackup({ databaseUrl: shop.database.url, dataDir: shop.dataDir }, place, { now: shop.clock.now() })
  return place
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ migrated: false })
  return database
}

/** Restores, by default into an empty folder and database; returns the refusal. */
async function refused(given: { from?: string; database?: TestDatabase; dataDir?: string }): Promise<string> {
  const database = given.database ?? (await emptyDatabase())
  const dataDir = given.dataDir ?? (await mkdtemp(path.join(folder, 'empty-')))
  const before = await namesOf(database)
  const outcome = await restoreBackup(
    given.from ?? file,
    { dataDir, database: { kind: 'server', url: database.url } },
    { makeIdentityTables, say: () => {} },
  ).then(
    () => 'restored',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  const names = [...(await namesOf(database)), ...(await readdir(dataDir)).filter((name) => name === '.restoring')]
  const isChanged = outcome !== 'restored' && names.join() !== before.join()
  return isChanged ? 'it was refused and changed something all the same' : outcome
}

async function namesOf({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** A backup with changed contents and valid checksums. */
async function changed(
  name: string,
  change: (entry: string, text: string) => string,
  renamed: (entry: string) => string = (entry) => entry,
): Promise<string> {
  const entries = await unpackTar(gunzipSync(await readFile(file)))
  const place = path.join(folder, name)
  const again = entries.map(({ header, data }) => {
    const bytes = Buffer.from(change(header.name, Buffer.from(data ?? []).toString('latin1')), 'latin1')
    return { header: { name: renamed(header.name), size: bytes.length }, body: new Uint8Array(bytes) }
  })
  await writeFile(place, gzipSync(await packTar(again)))
  return place
}

async function written(name: string, bytes: string | Uint8Array): Promise<string> {
  await writeFile(path.join(folder, name), bytes)
  return path.join(folder, name)
}

test('what was cut off, changed, made by a newer program or is no backup is refused in words, before anything is written', async () => {
  const whole = await readFile(file)
  const cases: [from: string, says: string][] = [
    [path.join(folder, 'none.tar.gz'), 'is not there'],
    [folder, 'is not a file'],
    [await written('empty.tar.gz', ''), 'is not a backup'],
    [await written('letter.tar.gz', 'Dear all, …'), 'is not a backup'],
    [
      await written('other.tar.gz', gzipSync(await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }]))),
      'is not a backup',
    ],
    [await written('torn.tar.gz', whole.subarray(0, whole.length - 200)), 'is torn'],
    [await written('torn-early.tar.gz', whole.subarray(0, whole.length * 0.75)), 'is torn'],
    [await changed('changed.tar.gz', (_, text) => text.replace('Keeper', 'Kepper')), 'is damaged'],
    [
      await changed(
        'outside.tar.gz',
        (_, text) => text,
        (entry) => entry.replace('pages/blogs/', 'pages/../../'),
      ),
      'is damaged',
    ],
    [
      await changed('newer.tar.gz', (name, text) =>
        name === 'dogear.json' ? text.replace('0071-schema', '9999-schema') : text,
      ),
      'made by a newer Dogear (it knows 9999-schema); update the program',
    ],
    [
      await changed('newest.tar.gz', (name, text) =>
        name === 'dogear.json' ? text.replace('"format": 1', '"format": 2') : text,
      ),
      'made by a newer Dogear; update the program',
    ],
    // Control: rewriting alone changes nothing.
    [await changed('same.tar.gz', (_, text) => text), 'restored'],
  ]
  // One empty place for all: each refusal has left it empty.
  const place = { database: await emptyDatabase(), dataDir: await mkdtemp(path.join(folder, 'empty-')) }
  for (const [from, says] of cases)
    expect({ from, says: await refused({ from, ...place }) }).toMatchObject({ says: expect.stringContaining(says) })
})

test('a database or a data folder that is not empty is refused, and stays as it was', async () => {
  const ours = await testDatabase()
  expect(await refused({ database: ours })).toMatch(/OperatorError: The database is not empty: it has the table \w+\./)
  const other = await emptyDatabase()
  await other.pool.query('CREATE TABLE somebodys (id int)')
  expect(await refused({ database: other })).toContain('it has the table public.somebodys')
  const dataDir = await mkdtemp(path.join(folder, 'full-'))
  await mkdir(path.join(dataDir, 'keys'))
  await mkdir(path.join(dataDir, 'pages'))
  await writeFile(path.join(dataDir, 'pages/about.md'), '# Us')
  expect(await refused({ dataDir })).toMatch(/is not empty: it has pages\/\. Name an empty one/)
  await rm(path.join(dataDir, 'pages'), { recursive: true })
  expect(await refused({ dataDir })).toBe('restored')
  expect(await readFile(path.join(dataDir, 'pages/blogs/unit-testing.md'), 'utf8')).toBe('# Ours')
})

test.runIf(process.getuid?.() === 0)('root restores nothing into the folder of another user', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'foreign-'))
  await chown(dataDir, 12_345, 12_346)
  expect(await refused({ dataDir })).toMatch(/belongs to the user no\. 12345, .*--reuid 12345 --regid 12346 /)
  expect(await readdir(dataDir)).toEqual([])
})

test('rows that did not arrive as they were sent leave an empty database and an empty folder', async () => {
  const end = /"rows": \d+,\n\s+"sha256": "[0-9a-f]+"/g
  // Valid checksum of the file, wrong hash of a table.
  const from = await changed('lying.tar.gz', (name, text) =>
    name === 'end.json' ? text.replaceAll(end, `"rows": 1,\n"sha256": "${'0'.repeat(64)}"`) : text,
  )
  expect(await refused({ from })).toMatch(/What arrived is not what was sent: .*public\.accounts .*Nothing was changed/)
})

test('no file is ever replaced, and an incomplete one is recognised', async () => {
  const before = await readFile(file)
  await expect(aBackup('shop.tar.gz')).rejects.toThrow('is there already; choose another name')
  expect(await readFile(file)).toEqual(before)
  await writeFile(path.join(folder, 'begun.tar.gz.part'), '')
  await expect(aBackup('begun.tar.gz')).rejects.toThrow('another backup is being written, or one was cut off')
  await expect(aBackup('no/such/folder.tar.gz')).rejects.toThrow('is not there; make this folder')
})

test('a shop does not start where a restore was cut off; done again, it is whole', async () => {
  const database = await emptyDatabase()
  const dataDir = await mkdtemp(path.join(folder, 'cut-'))
  await mkdir(path.join(dataDir, '.restoring/keys'), { recursive: true })
  await writeFile(path.join(dataDir, '.restoring/keys/shop.json'), 'half')
  const config = { dataDir, database: { kind: 'server' as const, url: database.url } }
  const start = openDatabase(config, { as: 'shop', program: 'a test', say: () => {} })
  await expect(start).rejects.toThrow(/A restore into .* was cut off; run npm run restore/)
  expect(await refused({ database, dataDir })).toBe('restored')
  expect(await readFile(path.join(dataDir, 'keys/shop.json'), 'utf8')).toContain('clubTokenKey')
})

test('a restore that was killed when the database was full and the folder wasn’t is finished when it is run again', async () => {
  const { url, pool } = await emptyDatabase()
  const dataDir = await mkdtemp(path.join(folder, 'late-'))
  const restore = (more: { progress?: () => void } = {}) =>
    restoreBackup(file, { dataDir, database: { kind: 'server', url } }, { makeIdentityTables, say: () => {}, ...more })
  const mark = path.join(dataDir, '.restoring/complete')
  // Blocks the step after the rows, as a kill would.
  const stumble = () => existsSync(path.dirname(mark)) && mkdirSync(mark, { recursive: true })
  await expect(restore({ progress: () => void stumble() })).rejects.toThrow('EEXIST')
  await rm(mark, { recursive: true })

  const another = await openLongSession(url, 'a test')
  onTestFinished(() => another.end())
  await another.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.MIGRATING])
  await expect(restore()).rejects.toThrow('Another program is at work in the database')
  await another.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.MIGRATING])
  expect(await restore()).toBeNull()
  expect((await readdir(dataDir)).toSorted()).toEqual(['keys', 'pages'])
  expect((await pool.query('SELECT title FROM books')).rowCount).toBe(1)
  await expect(restore()).rejects.toThrow('is not empty')
})

test('while a backup copies pictures none is cleared away, and afterwards it is', async () => {
  const { services, database } = shop
  const owner = await anAccount(services, 'seller')
  const { url } = await uploadImage(services, owner.id, await aPicture())
  shop.clock.advance(2 * 24 * 3600)
  const backup = await openLongSession(database.url, 'a test')
  onTestFinished(() => backup.end())
  await backup.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.PICTURES_STAY])
  await removeUnusedImages(services, isUnusedPicture)
  expect(await services.images.read(url)).not.toBeNull()
  await backup.query('SELECT pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.PICTURES_STAY])
  await removeUnusedImages(services, isUnusedPicture)
  expect(await services.images.read(url)).toBeNull()
})
