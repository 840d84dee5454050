import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openArchive } from '#server/backup/read-archive.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { screenPolicy } from '#server/http/security-headers.ts'
import { openStores } from '#server/open-stores.ts'
import { readConfig } from '#server/config.ts'
import { makeSealer } from '#server/secrets/sealer.ts'
import { shopSecrets } from '#server/secrets/shop-secrets.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { picturesOnDisk } from '#tests/kit/shop/pictures-on-disk.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'
import { deleteDroppedPictures } from './delete-dropped-pictures.ts'
import { movePicture } from './moving/move-picture.ts'
import { removeUploadsOf } from './remove-uploads.ts'
import { uploadImage } from './upload-image.ts'

const store = await startS3()
const server = await startTestServer({ env: { ...store.env, S3_KEEPS: 'pictures, exports' } })
const { services } = server
afterEach(() => {
  store.answers(null)
  store.fill(false)
})
afterAll(async () => {
  await server.close()
  await store.close()
})

let width = 700
const aFile = () =>
  sharp({ create: { width: (width += 1), height: 500, channels: 3, background: '#553311' } })
    .png()
    .toBuffer()
async function aPicture(images = services.images) {
  const seller = await anAccount(services, 'seller')
  return { seller, ...(await uploadImage({ ...services, images }, seller.id, await aFile())) }
}
const { shopId } = await shopSecrets(server.dataDir)
const openedWith = (env: Record<string, string>, more: { shopId?: string } = {}) => {
  const logged: string[] = []
  const note = (_facts: object, message: string) => void logged.push(message)
  const log = { info: note, warn: note, error: note }
  const given = {
    db: services.db,
    clock: services.clock,
    log,
    plugins: [],
    secrets: { shopId, pictures: makeSealer('x', 'pictures'), ...more },
  }
  const opening = openStores(readConfig({ ...store.env, DATA_DIR: server.dataDir, ...env }), given)
  return opening.then((opened) => ({ ...opened, logged }))
}

test('the shop serves pictures from the store as from its disk, in every size', async () => {
  const { url } = await aPicture()
  expect([...store.objects.keys()].filter((key) => key.includes(url.split('/')[2]!))).toHaveLength(6)
  for (const file of ['1200.webp', '320.avif']) {
    const answer = await fetch(server.origin + url.replace('1200.webp', file))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${file.split('.')[1]}`])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await fetch(answer.url, { headers: { 'if-none-match': answer.headers.get('etag')! } })
    expect([again.status, (await fetch(answer.url, { method: 'HEAD' })).status]).toEqual([304, 200])
  }
  const { pictures } = (await server.send('GET', '/api/config')).json
  expect(pictures).toMatchObject({ canBeRemoved: true, isLoadedThere: false, sizes: 'all' })
})

test('the bucket is marked as this shop’s, and refused by another', async () => {
  expect(store.objects.get('dogear-shop')?.bytes.toString()).toBe(shopId)
  await openedWith({})
  await expect(openedWith({}, { shopId: 'another' })).rejects.toThrow(/is another shop's.*S3_BUCKET.*dogear-shop/)
  store.objects.delete('dogear-shop')
  await openedWith({}, { shopId: 'another' })
  await expect(openedWith({})).rejects.toThrow(/another shop's/)
  store.objects.delete('dogear-shop')
  await openedWith({})
})

test('what leaves the shop leaves the store, at the latest once that is back', async () => {
  const { url, seller } = await aPicture()
  const left = () => [...store.objects.keys()].filter((key) => key.includes(url.split('/')[2]!)).length
  store.answers((response) => response.writeHead(503).end())
  expect(await removeUploadsOf(services, [seller.id], isUnusedPicture)).toBe(true)
  expect((await fetch(server.origin + url)).status).toBe(404)
  await expect(deleteDroppedPictures(services)).rejects.toThrow('refuses')
  store.answers(null)
  expect(left()).toBe(6)
  await deleteDroppedPictures(services)
  expect(left()).toBe(0)
})

test('a store that is away or full is no fault of the member', async () => {
  for (const trouble of [() => store.fill(true), () => store.answers((response) => void response.destroy())]) {
    trouble()
    await expect(aPicture()).rejects.toMatchObject({ name: expect.stringMatching(/ProviderError|S3Refusal/) })
  }
})

test('a picture moves from the disk into the store and back, under its address', async () => {
  const onDisk = picturesOnDisk(services.db, `${server.dataDir}/images`)
  const { url } = await aPicture(onDisk)
  const bytes = async () => Buffer.from(await (await fetch(server.origin + url)).arrayBuffer())
  const before = await bytes()
  expect(await movePicture(services, url)).toBe('moved')
  expect(await onDisk.hosts.disk.read({ hash: url.split('/')[2]!, address: '' }, '1200.webp')).toBeNull()
  expect((await bytes()).equals(before)).toBe(true)
  const back = await openedWith({ S3_KEEPS: 'nothing' })
  expect(await movePicture({ ...services, images: back.services.images }, url)).toBe('moved')
  await deleteDroppedPictures(services)
  expect([...store.objects.keys()].some((key) => key.includes(url.split('/')[2]!))).toBe(false)
  expect((await bytes()).equals(before)).toBe(true)
})

test('with an address of its own browsers go there, and the policy allows it', async () => {
  const { url } = await aPicture()
  const S3_PUBLIC_URL = `${store.settings.endpoint}/${store.settings.bucket}`
  const { services: opened, origins, site } = await openedWith({ S3_PUBLIC_URL })
  const found = await opened.images.findOutside(url.replace('1200', '640'))
  expect((await fetch((found as { at: string }).at)).headers.get('content-type')).toBe('image/webp')
  expect(screenPolicy(origins, [])).toContain(`https: ${store.settings.endpoint};`)
  expect(site.pictures.isLoadedThere).toBe(true)
})

test('exports go there, and nothing of them stays on the disk', async () => {
  const id = crypto.randomUUID()
  await services.archives.write(
    id,
    (async function* () {
      yield { name: 'a.txt', content: Buffer.from('a') }
    })(),
  )
  expect(store.objects.has(`exports/${id}.zip`)).toBe(true)
  expect(await services.archives.list()).toContain(id)
})

test('settings that the store refuses end the start, in words; a store that is away does not', async () => {
  await expect(openedWith({ S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow('check S3_SECRET_ACCESS_KEY')
  await expect(openedWith({ S3_BUCKET: 'cellar' })).rejects.toThrow('no bucket called cellar')
  store.answers((response) => response.writeHead(503).end())
  expect((await openedWith({})).logged).toEqual(['the object store is away; what needs it waits until it is back'])
})

test('a backup says how many pictures lie in the store and are not in it, and misses none', async () => {
  await aPicture()
  const { databaseUrl, dataDir } = { databaseUrl: server.database.url, dataDir: server.dataDir }
  const file = path.join(dataDir, 'shop.tar.gz')
  const { outside, lost } = await takeBackup({ databaseUrl, dataDir }, file, { now: server.clock.now() })
  expect(Object.keys(outside)).toEqual([services.images.hosts.present.id])
  expect(lost).toEqual([])
  const archive = await openArchive(file)
  for await (const _ of archive.entries);
  expect(archive.end().outside).toEqual(outside)
})

test('pictures at a host that no setting names are warned of', async () => {
  await aPicture()
  const env = Object.fromEntries(Object.keys(store.env).map((name) => [name, '']))
  expect((await openedWith(env)).logged).toEqual([
    'pictures can’t be shown: no setting names their host any more; set it as before',
  ])
})
