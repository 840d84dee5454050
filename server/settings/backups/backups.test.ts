import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Backups } from '#contract/settings/backups.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { backupName, BEFORE_UPDATE, BY_HAND } from '#server/backup/backup-folder.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const folder = await aFolder()
const dir = path.join(folder, 'backups')
const shop = await startTestServer({ env: { BACKUP_DIR: dir, BACKUP_KEEP: '2' } })
const { clock, dataDir, origin, send, services } = shop
const backups = shop.backups!
const admin = await anAccount(services, 'admin')
const seller = await anAccount(services, 'seller')
await aBook(services, seller)
await mkdir(path.join(dataDir, 'keys'), { recursive: true })
await writeFile(path.join(dataDir, 'keys', 'a-secret.json'), 'the key of all')

const list = async (): Promise<Backups> =>
  ((await send('GET', '/api/backups', { as: admin })).json as { backups: Backups }).backups
const names = async () => (await readdir(dir)).filter((name) => name.endsWith('.tar.gz')).toSorted()

test('an admin takes a backup, sees it beside the others with its kind, and the newest by hand stay', async () => {
  expect(await list()).toMatchObject({ list: [], work: null, trial: null, keep: 2, everyHours: 24, trialEveryDays: 7 })
  await backups.takeIfDue()
  const update = backupName(new Date(clock.now().getTime() - 1000), BEFORE_UPDATE)
  await writeFile(path.join(dir, update), 'of before')
  for (let taken = 0; taken < 3; taken += 1) {
    clock.advance(60)
    expect(await send('POST', '/api/backups', { as: admin })).toMatchObject({ status: 200 })
    // Under way, or done already.
    expect((await list()).work?.problem ?? null).toBeNull()
    await backups.settled()
  }
  const found = await list()
  expect(found.work).toBeNull()
  expect(found.list.map(({ kind }) => kind)).toEqual(['hand', 'hand', 'clock', 'update'])
  expect(found.list[0]).toMatchObject({ isAway: false, bytes: expect.any(Number), at: expect.any(String) })
  // None of them has delayed the next scheduled one.
  clock.advance(24 * 3600)
  await backups.takeIfDue()
  expect((await list()).list[0]).toMatchObject({ kind: 'clock' })
})

test('one thing at a time: while a backup is under way another one and a trial are refused in words', async () => {
  const [newest = ''] = (await list()).list.map(({ name }) => name)
  const first = await send('POST', '/api/backups', { as: admin })
  expect(first.status).toBe(200)
  const second = await send('POST', '/api/backups', { as: admin })
  expect(problemOf(second)).toMatchObject({ status: 503, detail: expect.stringContaining('is under way') })
  expect((await send('POST', `/api/backups/${newest}/trial`, { as: admin })).status).toBe(503)
  await backups.settled()
})

test('a backup is tried by an admin, and what came of it is shown; an unknown name is not found', async () => {
  const [newest = ''] = (await list()).list.map(({ name }) => name)
  expect(await send('POST', `/api/backups/${newest}/trial`, { as: admin })).toMatchObject({ status: 200 })
  await backups.settled()
  expect((await list()).trial).toMatchObject({ name: newest, outcome: 'ok' })
  for (const name of ['dogear-2020-01-01T00-00-00Z.tar.gz', 'last-trial.json', '..'])
    expect((await send('POST', `/api/backups/${name}/trial`, { as: admin })).status).toBe(404)
})

test('a backup that failed is told with its reason until the next one', async () => {
  clock.advance(60)
  await mkdir(path.join(dir, backupName(clock.now(), BY_HAND)))
  await send('POST', '/api/backups', { as: admin })
  await backups.settled()
  expect((await list()).work).toMatchObject({ what: 'backup', problem: expect.stringContaining('is there already') })
  clock.advance(60)
  await send('POST', '/api/backups', { as: admin })
  await backups.settled()
  expect((await list()).work).toBeNull()
})

test('a download has all but the keys, asks who it is, and is in the audit log; a restore of it asks for the keys', async () => {
  const person = await aProvenAccount(shop, 'admin')
  const [newest] = (await list()).list
  const open = (body: object) => send('POST', `/api/backups/${newest!.name}/open`, { as: person, body })
  expect(problemOf(await open({ password: 'not hers' }))).toMatchObject({ status: 422 })
  expect(problemOf(await open({}))).toMatchObject({ status: 422 })
  const opened = await open({ password: person.password })
  expect(opened.status).toBe(200)
  const { address } = opened.json as { address: string }
  const log = await send('GET', '/api/audit-log?kind=backup_downloaded', { as: admin })
  expect(log.json).toEqual([
    expect.objectContaining({ by: expect.objectContaining({ id: person.id }), from: newest!.at }),
  ])

  const answer = await fetch(`${origin}${address}`)
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="${newest!.name}"`,
  ])
  const file = path.join(folder, 'downloaded.tar.gz')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const entries = async (from: string) => {
    const archive = await openArchive(from)
    const found: string[] = []
    for await (const { name } of archive.entries) found.push(name)
    return { found, tables: archive.end().tables }
  }
  const [whole, without] = [await entries(path.join(dir, newest!.name)), await entries(file)]
  expect(whole.found).toContain('keys/a-secret.json')
  expect(without.found.filter((name) => name.startsWith('keys/'))).toEqual([])
  expect(without.found).toEqual(whole.found.filter((name) => !name.startsWith('keys/')))
  expect(without.tables).toEqual(whole.tables)
  const database = await testDatabase({ migrated: false })
  const restored = await restoreBackup(
    file,
    { dataDir: path.join(folder, 'restored'), database: { kind: 'server', url: database.url } },
    { makeIdentityTables, say: () => {} },
  )
  expect(restored?.opening.isWithoutKeys).toBe(true)

  clock.advance(301)
  expect((await fetch(`${origin}${address}`)).status).toBe(404)
  expect((await fetch(`${origin}${address.slice(0, -2)}xx`)).status).toBe(404)
})

test('a damaged backup’s download breaks off instead of ending as if it were whole', async () => {
  const [newest] = (await list()).list
  const place = path.join(dir, newest!.name)
  const whole = await readFile(place)
  await writeFile(place, whole.subarray(0, whole.length - 100))
  const content = await backups.readWithoutKeys(newest!.name)
  const read = async () => {
    for await (const _ of content!);
  }
  await expect(read()).rejects.toThrow('is torn')
  await writeFile(place, whole)
  expect((await names()).length).toBeGreaterThan(0)
})

test('a shop that takes no backups says so', async () => {
  const without = await startTestServer({ on: shop })
  expect((await without.send('GET', '/api/backups', { as: admin })).json).toEqual({ backups: null })
  expect(problemOf(await without.send('POST', '/api/backups', { as: admin }))).toMatchObject({
    status: 409,
    detail: 'This shop takes no backups: the operator sets BACKUP_DIR to a folder for them.',
  })
})
