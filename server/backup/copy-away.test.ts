import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openBackupCopies } from '#server/open-stores.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'
import { withCopy } from '#tools/restore/with-copy.ts'

const HOURS = 3600
const store = await startS3()
const dir = await mkdtemp(path.join(tmpdir(), 'dogear-copies-'))
const env = { ...store.env, S3_KEEPS: 'backups', BACKUP_DIR: dir, BACKUP_EVERY: '6', BACKUP_KEEP: '2' }
const server = await startTestServer({ env })
const backups = server.backups!
afterEach(() => store.answers(null))
afterAll(async () => {
  await backups.stop()
  await server.close()
  await store.close()
  await rm(dir, { recursive: true })
})
/** All but the mark of whose store it is. */
const inStore = () => [...store.objects.keys()].filter((key) => key !== 'dogear-shop').toSorted()
const inFolder = async () => (await readdir(dir)).toSorted().map((name) => `backups/${name}`)

test('each backup is copied into the store, which retains as many as the folder', async () => {
  for (let taken = 0; taken < 3; taken += 1) {
    await backups.takeIfDue()
    expect(inStore()).toEqual(await inFolder())
    server.clock.advance(6.1 * HOURS)
  }
  expect(inStore()).toHaveLength(2)
  const [key = ''] = inStore()
  const file = await readFile(path.join(dir, path.basename(key)))
  expect(store.objects.get(key)!.bytes.equals(file)).toBe(true)
})

test('a copy that fails is shown and tried again, and the backup in the folder is there', async () => {
  store.answers((response) => void response.destroy())
  await backups.takeIfDue()
  expect([backups.state().failed, (await inFolder()).every((name) => inStore().includes(name))]).toEqual([true, false])
  store.answers(null)
  server.clock.advance(16 * 60)
  await backups.takeIfDue()
  expect([backups.state().failed, inStore()]).toEqual([false, await inFolder()])
})

test('a machine with an empty folder leaves the copies that are there', async () => {
  const before = inStore()
  await rm(path.join(dir, path.basename(before[0]!)))
  await rm(path.join(dir, path.basename(before[1]!)))
  await backups.takeIfDue()
  expect(inStore()).toContain(before[1])
  expect(inStore()).toHaveLength(2)
})

test('a copy is fetched by its name for a restore, and who asks for another one reads which there are', async () => {
  const config = readConfig({ ...env, DATA_DIR: server.dataDir })
  const name = path.basename(inStore()[0]!)
  const fetched = await withCopy(config, `s3:${name}`, (file) => readFile(file))
  expect(fetched.equals(store.objects.get(`backups/${name}`)!.bytes)).toBe(true)
  await expect(withCopy(config, 's3:', (file) => readFile(file))).rejects.toThrow(`has s3:${name}`)
  expect(await withCopy(config, import.meta.filename, async (file) => file)).toBe(import.meta.filename)
  const without = readConfig({ DATA_DIR: server.dataDir })
  expect(openBackupCopies(without)).toBeNull()
  await expect(withCopy(without, 's3:x', (file) => readFile(file))).rejects.toThrow('S3_KEEPS=backups')
})
