import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ProviderError } from '#server/ports/provider-error.ts'
import { diskArchives } from '#server/providers/disk-archives/disk-archives.ts'
import { openBucket, type S3Settings } from '#server/providers/s3/bucket.ts'
import { s3Archives } from '#server/providers/s3/s3-archives.ts'
import { s3Images } from '#server/providers/s3/s3-images.ts'
import { archivesSuite } from './archives.ts'
import { anEncodedPicture, imageHostSuite } from './image-host.ts'
import { startS3 } from './s3-server.ts'

const away = (settings: S3Settings) => openBucket({ ...settings, endpoint: 'http://127.0.0.1:1' })

async function startPictures(publicUrl: (settings: S3Settings) => string | null) {
  const { settings, close } = await startS3()
  return {
    host: s3Images(openBucket(settings), publicUrl(settings)),
    unreachable: s3Images(away(settings), null),
    close,
  }
}
const all = { hasSizes: true, deletes: true }

imageHostSuite('an object store, through the shop', { ...all, hasAddresses: false }, () => startPictures(() => null))
imageHostSuite('an object store with an address of its own', { ...all, hasAddresses: true }, () =>
  startPictures(({ endpoint, bucket }) => `${endpoint}/${bucket}`),
)

archivesSuite('an object store', async () => {
  const { settings, close } = await startS3()
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-s3-archives-'))
  return {
    archives: s3Archives(openBucket(settings), diskArchives({ dir: folder })),
    close: async () => {
      await close()
      await rm(folder, { recursive: true })
    },
  }
})

describe('an object store', () => {
  let store: Awaited<ReturnType<typeof startS3>>
  beforeAll(async () => {
    store = await startS3()
  })
  afterEach(() => {
    store.answers(null)
    store.fill(false)
  })
  afterAll(() => store.close())
  const bucket = (wrong: Partial<S3Settings> = {}, now?: () => Date) => openBucket({ ...store.settings, ...wrong }, now)
  const words = async (asking: Promise<unknown>) =>
    asking.then(
      () => 'fine',
      (error: Error) => error.message,
    )

  test('stores pictures to be cached for ever, as what they are', async () => {
    const { address } = await s3Images(bucket(), null).store(anEncodedPicture())
    expect(store.objects.get(`${address}/640.avif`)!.headers).toEqual({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('a picture that breaks off on its way is an outage', async () => {
    const images = s3Images(bucket(), null)
    const picture = anEncodedPicture()
    const { address } = await images.store(picture)
    store.answers((response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('abc', () => response.destroy())
    })
    await expect(images.read({ hash: picture.hash, address }, '320.webp')).rejects.toThrow(ProviderError)
  })

  test('a picture that is stored again has another place, so that deleting the first leaves it', async () => {
    const images = s3Images(bucket(), null)
    const picture = anEncodedPicture()
    const [first, again] = [await images.store(picture), await images.store(picture)]
    await images.remove!({ hash: picture.hash, address: first.address })
    expect([...store.objects.keys()].filter((key) => key.includes(picture.hash))).toHaveLength(6)
    expect(await images.read({ hash: picture.hash, address: again.address }, '320.webp')).not.toBeNull()
  })

  test('lists all there are, page by page', async () => {
    const keys = Array.from({ length: 8 }, (_, number) => `many/${number}`)
    for (const key of keys) await bucket().put(key, Buffer.from(key), {})
    expect(await bucket().list('many/')).toEqual(keys.map((key) => ({ key, bytes: key.length })))
  })

  test.each<[string, Partial<S3Settings>, string]>([
    ['key', { accessKeyId: 'GKother' }, '(InvalidAccessKeyId): it knows no such key; check S3_ACCESS_KEY_ID.'],
    [
      'secret',
      { secretAccessKey: 'another' },
      '(SignatureDoesNotMatch): the secret of the key is another; check S3_SECRET_ACCESS_KEY.',
    ],
    ['region', { region: 'us-east-1' }, '(AuthorizationHeaderMalformed): set S3_REGION=garage, it is us-east-1.'],
    [
      'bucket',
      { bucket: 'cellar' },
      '(NoSuchBucket): it has no bucket called cellar; make it there, or check S3_BUCKET.',
    ],
  ])('a wrong %s is named with its cure', async (_what, wrong, cure) => {
    expect((await bucket(wrong).check())?.words).toContain(cure)
    expect(await words(bucket(wrong).put('a', Buffer.from('a'), {}))).toContain(cure)
  })

  test('a clock that is wrong is named with how far it is off', async () => {
    const ahead = () => new Date(Date.now() + 3_600_000)
    expect((await bucket({}, ahead).check())?.words).toContain("this machine's clock is 60 min ahead; have it set by")
    const behind = () => new Date(Date.now() - 3_600_000)
    expect((await bucket({}, behind).check())?.words).toContain('60 min behind')
  })

  test('a full store says so, and what is in it can still be read', async () => {
    await bucket().put('before', Buffer.from('here'), {})
    store.fill(true)
    expect(await words(bucket().put('after', Buffer.from('a'), {}))).toContain('(QuotaExceeded): its room or its quota')
    expect(await (await bucket().get('before'))!.text()).toBe('here')
  })

  test('an outage is no fault of the settings', async () => {
    expect(await bucket().check()).toBeNull()
    await expect(away(store.settings).check()).rejects.toThrow("can't be reached")
    store.answers((response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
    await expect(bucket().check()).rejects.toThrow('(SlowDown)')
    store.answers((response) => response.writeHead(500).end('<html>'))
    await expect(bucket().check()).rejects.toThrow('(status 500)')
  })

  test('no message has the key’s secret, and no request leads to where an answer points', async () => {
    const elsewhere = `${store.settings.endpoint}/elsewhere`
    store.answers((response) => response.writeHead(301, { location: elsewhere }).end())
    const said = await words(bucket().get('a'))
    expect(said).toContain('(PermanentRedirect)')
    expect(said).not.toContain(store.settings.secretAccessKey)
    expect(store.asked.filter((line) => line.includes('elsewhere'))).toEqual([])
  })
})
