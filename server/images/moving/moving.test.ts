import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { imageHash } from '#contract/images/image-addresses.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { imgbb as imgbbHost } from '#server/providers/imgbb/imgbb.ts'
import type { Pictures } from '#server/services.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { callDueJobs, retryFailedJobs } from '#tests/kit/due-jobs.ts'
import { picturesOnDisk } from '#tests/kit/shop/pictures-on-disk.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { IMGBB_KEY, startImgbb } from '#tests/port-suites/imgbb-server.ts'
import { uploadImage } from '../upload-image.ts'
import { readKeptPictures } from '../kept-pictures.ts'
import { movePicture } from './move-picture.ts'
import { moveSomePictures } from './move-some-pictures.ts'

const imgbb = await startImgbb()
const env = { IMGBB_API_KEY: IMGBB_KEY }
let server: TestServer
let admin: TestAccount
let seller: TestAccount
let dir: string
/** The shop as it was before the setting: all on the disk. */
let before: Pictures
/** And as it is once the setting is gone again. */
let after: Pictures

beforeAll(async () => {
  server = await startTestServer({ env, imgbbPlaces: imgbb.places, jobs: true })
  dir = path.join(server.dataDir, 'images')
  admin = await anAccount(server.services, 'admin')
  before = picturesOnDisk(server.services.db, dir)
  const disk = before.hosts.disk
  const host = imgbbHost({ apiKey: IMGBB_KEY, places: imgbb.places })
  after = { ...picturesOnDisk(server.services.db, dir, host), hosts: { disk, present: disk, outside: [host] } }
})
beforeEach(async () => {
  imgbb.answers(null)
  await server.database.pool.query('TRUNCATE images, picture_places, picture_moves')
  seller = await anAccount(server.services, 'seller')
})
afterAll(async () => {
  await server.close()
  await imgbb.close()
})

let width = 500
async function aPicture(images = before): Promise<string> {
  // Noise, which is other bytes when it's encoded again.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: (width += 1), height: 400, channels: 3, background: '#336699', noise } as const
  const file = await sharp({ create }).png().toBuffer()
  return (await uploadImage({ ...server.services, images }, seller.id, file)).url
}
const isOnDisk = async (url: string) => (await readdir(dir)).includes(imageHash(url)!)
const kept = async () => (await server.send('GET', '/api/pictures', { token: admin.token })).json
const move = () => server.send('POST', '/api/pictures/move', { token: admin.token })
const finished = () => until(async () => (await kept()).move?.finishedAt)
const statusOf = async (url: string) => (await fetch(server.origin + url, { redirect: 'manual' })).status

test('all pictures move to the present host; their addresses stay', async () => {
  const urls = [await aPicture(), await aPicture(), await aPicture()]
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200])
  expect(await kept()).toMatchObject({ elsewhere: 3, move: null })
  await move()
  await finished()
  expect(await kept()).toMatchObject({ elsewhere: 0, move: { done: 3, total: 3, lost: 0, problem: null } })
  expect(await Promise.all(urls.map(statusOf))).toEqual([302, 302, 302])
  expect(await Promise.all(urls.map(isOnDisk))).toEqual([false, false, false])
  for (const url of urls) expect((await fetch(server.origin + url)).status).toBe(200)
})

test('while the host is away the move waits, says why, and goes on by itself', async () => {
  await aPicture()
  imgbb.answers(imgbb.rateLimited)
  await move()
  await until(async () => (await kept()).move.problem)
  expect((await kept()).move).toMatchObject({ done: 0, finishedAt: null })
  expect((await kept()).move.problem).toContain('Rate limit reached')
  imgbb.answers(null)
  await retryFailedJobs(server)
  await finished()
  expect((await kept()).move).toMatchObject({ done: 1, problem: null })
})

test.each(['0', 'f'])(
  'a move that is under way is not started twice, and what its place has lost is counted once: %s',
  async (digit) => {
    await aPicture()
    // Looked at before the picture, or after it.
    const lost = `/images/${digit.repeat(64)}/1200.webp`
    await server.database.pool.query('INSERT INTO images (url, owner_id) VALUES ($1, $2)', [lost, seller.id])
    const noted = async () =>
      (await server.send('GET', '/api/audit-log?kind=pictures_moved', { token: admin.token })).json.length
    const acts = await noted()
    imgbb.answers(imgbb.rateLimited)
    await move()
    await until(async () => (await kept()).move.problem)
    await move()
    expect((await noted()) - acts).toBe(1)
    imgbb.answers(null)
    await retryFailedJobs(server)
    await finished()
    expect((await kept()).move).toMatchObject({ done: 2, lost: 1 })
  },
)

test('a backup holds the pictures on the disk: the move goes on after it', async () => {
  const url = await aPicture()
  const backup = await server.database.pool.connect()
  await backup.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.PICTURES_STAY])
  await move()
  await until(async () => (await kept()).move.problem === 'A backup is being taken.')
  expect([await isOnDisk(url), await statusOf(url)]).toEqual([true, 200])
  await backup.query('SELECT pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.PICTURES_STAY])
  backup.release()
  server.clock.advance(61)
  await callDueJobs(server)
  await finished()
  expect([await isOnDisk(url), await statusOf(url)]).toEqual([false, 302])
})

test('a program with other settings moves nothing back, and its admins may start a move of their own', async () => {
  const { services } = server
  const there = await aPicture(services.images)
  await aPicture()
  imgbb.answers(imgbb.rateLimited)
  await move()
  await until(async () => (await kept()).move.problem)
  const { rows } = await server.database.pool.query<{ at: Date }>('SELECT started_at AS at FROM picture_moves')
  const payload = { startedAt: rows[0]!.at.toISOString(), after: '' }
  await moveSomePictures({ ...services, images: after }, payload)
  expect(await isOnDisk(there)).toBe(false)
  expect((await kept()).move).toMatchObject({
    finishedAt: null,
    done: 0,
    problem: 'A program of the shop still has other settings.',
  })
  expect(await readKeptPictures({ ...services, images: after })).toMatchObject({ move: null, elsewhere: 1 })
  imgbb.answers(null)
  await retryFailedJobs(server)
  await finished()
})

test('killed after any step, a repetition finishes it, and the picture is there all the time', async () => {
  const { services } = server
  const url = await aPicture()
  // Killed once the copy is noted, and before the files are deleted.
  const cut: Pictures = {
    ...services.images,
    hosts: {
      ...services.images.hosts,
      disk: { ...services.images.hosts.disk, remove: () => Promise.reject(new Error('killed')) },
    },
  }
  await expect(movePicture({ ...services, images: cut }, url)).rejects.toThrow('killed')
  expect([await isOnDisk(url), await statusOf(url), (await kept()).elsewhere]).toEqual([true, 200, 1])
  expect(await movePicture(services, url)).toBe('moved')
  expect([await isOnDisk(url), await statusOf(url), (await kept()).elsewhere]).toEqual([false, 302, 0])
  expect(await movePicture(services, url)).toBe('moved')
  expect(imgbb.pictures.size).toBeGreaterThan(0)
})

test('a picture that is removed while it moves stays removed, and its copy is to be deleted', async () => {
  const { services } = server
  const url = await aPicture()
  const { present } = services.images.hosts
  const images: Pictures = {
    ...services.images,
    hosts: {
      ...services.images.hosts,
      present: {
        ...present,
        store: async (picture) => {
          await server.database.pool.query('DELETE FROM images WHERE url = $1', [url])
          await services.images.remove(services.db, url)
          return present.store(picture)
        },
      },
    },
  }
  await movePicture({ ...services, images }, url)
  expect([await statusOf(url), (await kept()).leftBehindCount]).toEqual([404, 1])
})

test('back on the disk a picture from a host with one size has all of them again, under its old address', async () => {
  const { services } = server
  const url = await aPicture(services.images)
  expect(await statusOf(url)).toBe(302)
  const original = await services.images.read(url)
  expect(await movePicture({ ...services, images: after }, url)).toBe('moved')
  expect(await readdir(path.join(dir, imageHash(url)!))).toHaveLength(6)
  expect(Buffer.from((await after.read(url))!).equals(Buffer.from(original!))).toBe(true)
  const small = Buffer.from((await after.read(url.replace('1200.webp', '320.avif')))!)
  expect([small.includes('ftypavif'), await statusOf(url), (await kept()).leftBehindCount]).toEqual([true, 200, 1])
})
