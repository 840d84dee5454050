import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/duration.ts'
import { refuseWith } from '#contract/problems.ts'
import { insertAccount } from '#server/accounts/accounts.public.ts'
import { connect } from '#server/database/connect.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import type { Pictures } from '#server/services.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { picturesOnDisk } from '#tests/kit/shop/pictures-on-disk.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'
import { removeLeaving } from './remove-leaving.ts'
import { removeUnusedImages } from './remove-unused-images.ts'
import { removeUploadsOf } from './remove-uploads.ts'
import { uploadImage } from './upload-image.ts'

// Two processes of the same shop: each with its own pool, on one database and data folder.
const database = await testDatabase()
const second = connect(database.url)
const dir = await mkdtemp(path.join(tmpdir(), 'dogear-two-shops-'))
afterAll(async () => {
  await second.close()
  await database.close()
  await rm(dir, { recursive: true })
})
const today = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => today }
const tomorrow = { now: () => new Date(today.getTime() + DAY_MS + 1000) }
const one = { db: database.db, images: picturesOnDisk(database.db, dir), refuse: refuseWith }
const other = { db: second.db, images: picturesOnDisk(second.db, dir), refuse: refuseWith }

let people = 0
async function anAccount(): Promise<string> {
  const name = `person-${(people += 1)}`
  const email = `${name}@example.org`
  const person = { identityId: name, email, emailVerified: true, name: '', photoUrl: null, role: 'seller' as const }
  return (await insertAccount(one.db, person, today))!.id
}

const picture = await sharp({ create: { width: 30, height: 60, channels: 3, background: '#884422' } })
  .png()
  .toBuffer()

async function ownersOf(url: string): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`SELECT owner_id AS owner FROM images WHERE url = ${url}`.execute(one.db)
  return rows.map(({ owner }) => owner)
}
const isStored = async (url: string) => (await readdir(dir)).includes(url.split('/')[2]!)

beforeEach(async () => {
  await sql`TRUNCATE images CASCADE`.execute(one.db)
})

test('a picture that the other program uploads while its files go has its files again', async () => {
  const [owner, newcomer] = [await anAccount(), await anAccount()]
  const { url } = await uploadImage({ ...one, clock }, owner, picture)
  let uploading: Promise<unknown> | undefined
  const images: Pictures = {
    ...one.images,
    remove: async (tx, going) => {
      // It finds the files and stores none; its row has to wait.
      uploading = uploadImage({ ...other, clock: tomorrow }, newcomer, picture)
      await until(async () => (await waitingForLocks(one.db)) > 0)
      await one.images.remove(tx, going)
    },
  }
  await removeUnusedImages({ db: one.db, images, clock: tomorrow }, isUnusedPicture)
  await uploading
  expect([await ownersOf(url), await isStored(url)]).toEqual([[newcomer], true])
})

test.each([
  ['by whoever had it', 'owner'],
  ['by somebody else', 'newcomer'],
] as const)(
  'a picture that is removed between its files and its row has its files again, uploaded %s',
  async (_, who) => {
    const accounts = { owner: await anAccount(), newcomer: await anAccount() }
    const { url } = await uploadImage({ ...one, clock }, accounts.owner, picture)
    let removals = 0
    const images: Pictures = {
      ...other.images,
      store: async (encoded) => {
        const stored = await other.images.store(encoded)
        if ((removals += 1) === 1) await removeUploadsOf(one, [accounts.owner], isUnusedPicture)
        return stored
      },
    }
    await uploadImage({ ...other, images, clock }, accounts[who], picture)
    expect([await ownersOf(url), await isStored(url)]).toEqual([[accounts[who]], true])
  },
)

test('a picture that is uploaded once it is marked, and before its files go, stays', async () => {
  const owner = await anAccount()
  const { url } = await uploadImage({ ...one, clock }, owner, picture)
  await sql`UPDATE images SET is_leaving = true WHERE url = ${url}`.execute(one.db)
  await uploadImage({ ...other, clock: tomorrow }, owner, picture)
  await removeLeaving(one, { url, ownerId: owner })
  expect([await ownersOf(url), await isStored(url)]).toEqual([[owner], true])
})

test('both programs clear the same pictures away at once, and each goes once', async () => {
  const owner = await anAccount()
  const { url } = await uploadImage({ ...one, clock }, owner, picture)
  const removed: string[] = []
  const counting = (images: Pictures): Pictures => ({
    ...images,
    remove: async (tx, going) => {
      removed.push(going)
      await images.remove(tx, going)
    },
  })
  const shops = [one, other].map(({ db, images }) => ({ db, images: counting(images), clock: tomorrow }))
  await Promise.all(shops.map((shop) => removeUnusedImages(shop, isUnusedPicture)))
  expect([await ownersOf(url), await isStored(url), removed]).toEqual([[], false, [url]])
})
