import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { diskArchives } from '#server/providers/disk-archives/disk-archives.ts'
import { openBucket, type S3Settings } from '#server/providers/s3/bucket.ts'
import { s3Archives } from '#server/providers/s3/s3-archives.ts'
import { s3Copies } from '#server/providers/s3/s3-copies.ts'
import { s3Images } from '#server/providers/s3/s3-images.ts'
import { archivesSuite } from '#tests/port-suites/archives.ts'
import { imageHostSuite } from '#tests/port-suites/image-host.ts'

const { OUTSIDE_S3_ENDPOINT: endpoint = '', OUTSIDE_S3_FOLDER: folder = '' } = process.env
/** The one account of this server. */
const settings: S3Settings = {
  endpoint,
  bucket: 'club',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
}

imageHostSuite('an S3 server', { hasSizes: true, deletes: true, hasAddresses: false }, async () => ({
  host: s3Images(openBucket(settings), null),
  unreachable: s3Images(openBucket({ ...settings, endpoint: 'http://127.0.0.1:1' }), null),
  close: async () => {},
}))

archivesSuite('an S3 server', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'dogear-outside-s3-'))
  return {
    archives: s3Archives(openBucket(settings), diskArchives({ dir })),
    close: () => rm(dir, { recursive: true }),
  }
})

test('copies of backups go there and come back', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'dogear-outside-s3-'))
  const copies = s3Copies(openBucket(settings))
  await copies.put('dogear-1.tar.gz', import.meta.filename)
  expect(await copies.list()).toContain('dogear-1.tar.gz')
  expect(await copies.fetch('dogear-1.tar.gz', path.join(dir, 'copy'))).toBe(true)
  expect(await copies.fetch('dogear-2.tar.gz', path.join(dir, 'none'))).toBe(false)
  await copies.remove('dogear-1.tar.gz')
  expect(await copies.list()).not.toContain('dogear-1.tar.gz')
  await rm(dir, { recursive: true })
})

test.each<[string, Partial<S3Settings>, string]>([
  ['key', { accessKeyId: 'another' }, 'check S3_ACCESS_KEY_ID'],
  ['secret', { secretAccessKey: 'another' }, 'check S3_SECRET_ACCESS_KEY'],
  ['bucket', { bucket: 'cellar' }, 'no bucket called cellar'],
])('the server refuses a wrong %s, and its cure is named', async (_what, wrong, cure) => {
  expect((await openBucket({ ...settings, ...wrong }).check())?.words).toContain(cure)
})

// It looks at no clock: tests/port-suites/s3.test.ts has that.
test('the server has nothing against the right settings', async () => {
  expect(await openBucket(settings).check()).toBeNull()
})

interface Signer {
  sign(request: object, options: { signingDate: Date }): Promise<{ headers: Record<string, string> }>
}
interface AmazonsOwn {
  SignatureV4: new (options: object) => Signer
  Sha256: unknown
}

test('requests are signed as Amazon’s own signer signs them', async () => {
  const load = createRequire(path.join(folder, 'package.json'))
  const { SignatureV4 } = load('@smithy/signature-v4') as AmazonsOwn
  const { Sha256 } = load('@aws-crypto/sha256-js') as AmazonsOwn
  const seen: { method: string; url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers })
    request.resume().on('end', () => response.end('<ListBucketResult></ListBucketResult>'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const here = { ...settings, endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', secretAccessKey: 'a+b/c=' }
  const bucket = openBucket(here)
  await bucket.put('pictures/ab-cd/320.avif', Buffer.from('bytes'), {})
  await bucket.put('backups/dogear-2026-11-26T10-00-00Z.tar.gz', new Blob(['bytes']), {})
  await bucket.get('pictures/ab-cd/1200.webp')
  await bucket.list('backups/dogear 1~(*)')
  await bucket.remove('exports/a.zip')
  await bucket.check()
  server.close()
  expect(seen).toHaveLength(6)
  const { region, accessKeyId, secretAccessKey } = here
  const credentials = { accessKeyId, secretAccessKey }
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false })
  for (const { method, url, headers } of seen) {
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization!) ?? []
    const given = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
    const { pathname, searchParams } = new URL(url, here.endpoint)
    const signingDate = new Date(given['x-amz-date']!.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
    const query = Object.fromEntries(searchParams)
    const request = { method, protocol: 'http:', hostname: '127.0.0.1', port, path: pathname, query, headers: given }
    const signed = await signer.sign(request, { signingDate })
    expect([url, headers.authorization]).toEqual([url, signed.headers.authorization])
  }
})
