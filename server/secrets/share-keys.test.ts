import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'
import { sql } from 'kysely'
import { DISK_MARK } from '#server/database/marks/pictures-disk.ts'
import { writeShopMark } from '#server/database/marks/shop-mark.ts'
import { existingShopId, shopSecrets } from './shop-secrets.ts'
import { shareKeys } from './share-keys.ts'

const KEYS_SECRET = 'a-secret-of-all-instances-of-this-shop'
/** What says that others may be on the same database; the tests' own stands in for it. */
const onServer = { DATABASE_URL: 'postgres://dogear@localhost/dogear' }
/** Another folder, with the keys of a shop. */
async function withKeysOf({ dataDir }: TestServer): Promise<string> {
  const folder = await aFolder()
  await cp(path.join(dataDir, 'keys'), path.join(folder, 'keys'), { recursive: true })
  return folder
}

const store = await startS3()
afterAll(() => store.close())

describe('the keys in the database', async () => {
  const database = await testDatabase()
  afterAll(() => database.close())
  beforeEach(() => sql`TRUNCATE shop_keys, shop_mark`.execute(database.db))
  const share = (dataDir: string, keysSecret: string | null = KEYS_SECRET, isNew = false) =>
    shareKeys(database.db, { keysSecret, dataDir }, isNew)
  const sealed = async () =>
    (await sql<{ sealed: string }>`SELECT sealed FROM shop_keys`.execute(database.db)).rows[0]?.sealed

  test('come to each instance, whichever starts first', async () => {
    const folders = [await aFolder(), await aFolder(), await aFolder()]
    await Promise.all(folders.map((folder) => share(folder)))
    const ids = await Promise.all(folders.map(existingShopId))
    expect(ids[0]).toEqual(expect.any(String))
    expect(new Set(ids).size).toBe(1)
    await share(folders[0]!)
    expect(await sealed()).not.toContain('PRIVATE KEY')
  })

  test('are those of a shop that had them in its folder alone', async () => {
    const [first, second] = [await aFolder(), await aFolder()]
    const { shopId } = await shopSecrets(first)
    await share(first)
    await share(second)
    expect(await existingShopId(second)).toBe(shopId)
    const file = (folder: string) => readFile(path.join(folder, 'keys', 'shop.json'), 'utf8')
    expect(await file(second)).toBe(await file(first))
  })

  test('aren’t there without the setting, and are of no use with another secret or in a folder of another shop', async () => {
    const [first, second] = [await aFolder(), await aFolder()]
    await share(first, null)
    expect([await existingShopId(first), await sealed()]).toEqual([null, undefined])
    await share(first)
    await expect(share(second, `${KEYS_SECRET}!`)).rejects.toThrow(/^KEYS_SECRET is another/)
    await shopSecrets(second)
    await expect(share(second)).rejects.toThrow(/keys are others/)
    await share(second, KEYS_SECRET, true)
    await expect(share(first)).rejects.toThrow(/keys are others/)
  })

  test('aren’t made for a shop that has others somewhere', async () => {
    const folder = await aFolder()
    await writeShopMark(database.db, { shopId: 'x', folder: '/data', machine: 'one' })
    await share(folder)
    expect([await existingShopId(folder), await sealed()]).toEqual([null, undefined])
  })
})

describe('two instances with nothing in common but database and object store', () => {
  const env = { ...store.env, S3_KEEPS: 'pictures, exports' }
  let first: TestServer
  let second: TestServer
  beforeEach(async () => {
    // Each test has a shop of its own.
    store.objects.clear()
    first = await startTestServer({ env })
    const dataDir = await aFolder()
    await shareKeys(first.services.db, { keysSecret: KEYS_SECRET, dataDir: first.dataDir }, false)
    await shareKeys(first.services.db, { keysSecret: KEYS_SECRET, dataDir }, false)
    second = await startTestServer({ env, on: first, dataDir })
  })
  afterEach(async () => {
    await second.close()
    await first.close()
  })

  test('sell, sign people in and show each other’s pictures, and both are ready', async () => {
    const seller = await anAccount(first.services, 'seller')
    for (const [here, there] of [
      [first, second],
      [second, first],
    ] as const) {
      const form = new FormData()
      form.set('image', new Blob([await aPicture()]), 'a.png')
      const { json } = await here.send('POST', '/api/images', { token: seller.token, body: form })
      const shown = await fetch(there.origin + json.data.url)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
      const book = await aBook(here.services, seller, { images: [] })
      const buyer = await anAccount(here.services, 'buyer')
      const bought = await there.send('POST', '/api/buy-now', {
        token: buyer.token,
        body: { bookData: { _id: book }, phone: '+49 30 1234', meetingLocation: 'Library steps' },
      })
      expect(bought.status).toBe(200)
      expect((await here.send('GET', '/api/ready')).status).toBe(200)
    }
  })

  test('one that keeps pictures elsewhere isn’t ready, and says why in its log', async () => {
    const seller = await anAccount(first.services, 'seller')
    const form = new FormData()
    form.set('image', new Blob([await aPicture()]), 'a.png')
    await first.send('POST', '/api/images', { token: seller.token, body: form })
    const onDisk = await startTestServer({ env: onServer, on: first, dataDir: await withKeysOf(first) })
    const ready = await onDisk.send('GET', '/api/ready')
    expect([ready.status, ready.json.detail]).toEqual([503, expect.stringContaining('doesn’t see pictures')])
    expect(onDisk.logged.join()).toContain('in a store that no setting of this instance names')
  })
})

test('an instance with another disk isn’t ready; with the same one it is', async () => {
  const first = await startTestServer({ env: onServer })
  const shared = await startTestServer({ env: onServer, on: first, dataDir: first.dataDir })
  expect((await shared.send('GET', '/api/ready')).status).toBe(200)
  const other = await startTestServer({ env: onServer, on: first, dataDir: await withKeysOf(first) })
  expect((await other.send('GET', '/api/ready')).status).toBe(503)
  expect(other.logged.join()).toContain('Pictures of this shop are on another disk than that of')
  expect(await readFile(path.join(first.dataDir, 'images', DISK_MARK), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/)
})
