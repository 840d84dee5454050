import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskImages } from '#server/providers/disk-images/disk-images.ts'
import { registerDiskImages } from '#server/providers/disk-images/serve-disk-images.ts'
import { anEncodedPicture, imageHostSuite } from './image-host.ts'

imageHostSuite('pictures on disk', { hasSizes: true, deletes: true, hasAddresses: false }, startDiskImages)

async function startDiskImages() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-images-'))
  const dir = path.join(dataDir, 'images')
  const app = fastify()
  await registerDiskImages(app, { dir })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    dataDir,
    dir,
    origin,
    host: diskImages({ dir }),
    unreachable: null,
    get: async (url: string) => {
      const answer = await fetch(new URL(url, origin))
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
    },
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

describe('pictures on disk, over HTTP', () => {
  let running: Awaited<ReturnType<typeof startDiskImages>>
  beforeAll(async () => {
    running = await startDiskImages()
  })
  afterAll(() => running.close())

  test.each(['GET', 'HEAD'])('%s: every size, to be cached for ever, as nothing but a picture', async (method) => {
    const { address } = await running.host.store(anEncodedPicture())
    for (const width of [320, 640, 1200]) {
      for (const format of ['webp', 'avif']) {
        const answer = await fetch(running.origin + address.replace('1200.webp', `${width}.${format}`), { method })
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe(`image/${format}`)
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect((await answer.arrayBuffer()).byteLength > 0).toBe(method === 'GET')
      }
    }
  })

  test('answers 304 to who has it already', async () => {
    const { address } = await running.host.store(anEncodedPicture())
    const first = await running.app.inject(address)
    const second = await running.app.inject({ url: address, headers: { 'if-none-match': first.headers.etag } })
    expect([first.statusCode, second.statusCode, second.body]).toEqual([200, 304, ''])
  })

  test('nothing but pictures can be had', async () => {
    const picture = anEncodedPicture()
    await running.host.store(picture)
    await writeFile(path.join(running.dataDir, 'secret.txt'), 'the cellar key')
    await writeFile(path.join(running.dir, 'secret.txt'), 'the cellar key')
    const names = [
      '',
      'secret.txt',
      '../secret.txt',
      '%2e%2e/secret.txt',
      '..%2fsecret.txt',
      picture.hash,
      `${picture.hash}/`,
      `${picture.hash}/../secret.txt`,
      `${picture.hash}/640.jpg`,
      `${picture.hash}/641.webp`,
      `${picture.hash.toUpperCase()}/640.webp`,
      `${picture.hash}/640.webp%00`,
      `${'0'.repeat(64)}/640.webp`,
    ]
    for (const name of names) {
      const answer = await running.get(`${running.origin}/images/${name}`)
      expect([name, [400, 403, 404].includes(answer.status)]).toEqual([name, true])
      expect(answer.body.toString()).not.toContain('cellar')
    }
  })

  test('a picture is there whole or not at all, and stays as it is', async () => {
    const picture = anEncodedPicture()
    const broken = { ...picture, variants: [...picture.variants, picture.variants[0]!] }
    await expect(running.host.store(broken)).rejects.toThrow('EEXIST')
    expect(await readdir(running.dir)).not.toContain(picture.hash)
    await running.host.store(picture)
    const file = path.join(running.dir, picture.hash, '640.avif')
    const before = await stat(file)
    await running.host.store({ ...picture, variants: picture.variants.map((v) => ({ ...v, bytes: Buffer.from('x') })) })
    expect((await stat(file)).ino).toBe(before.ino)
    expect((await readdir(running.dir)).filter((name) => name.startsWith('.incoming'))).toEqual([])
  })

  test('a picture that is removed leaves nothing, and takes no other along', async () => {
    const [going, staying] = [anEncodedPicture(), anEncodedPicture()]
    await running.host.store(going)
    await running.host.store(staying)
    await running.host.remove!({ hash: going.hash, address: '' })
    const names = await readdir(running.dir)
    expect(names).toContain(staying.hash)
    expect(names.filter((name) => name === going.hash || name.startsWith('.outgoing'))).toEqual([])
  })

  test('a name that is no hash is not written anywhere', async () => {
    await expect(running.host.store(anEncodedPicture('../../escape'))).rejects.toThrow('not a picture')
    await running.host.remove!({ hash: '..', address: '' })
    await running.host.remove!({ hash: '', address: '' })
    expect((await stat(running.dir)).isDirectory()).toBe(true)
  })
})
