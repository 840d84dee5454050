import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deletedByHand } from '#contract/images/deleted-by-hand.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { IMGBB_KEY, startImgbb } from '#tests/port-suites/imgbb-server.ts'
import { removeUploadsOf } from './remove-uploads.ts'

const imgbb = await startImgbb()
let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await startTestServer({ env: { IMGBB_API_KEY: IMGBB_KEY }, imgbbPlaces: imgbb.places })
  admin = await anAccount(server.services, 'admin')
})
afterEach(() => imgbb.answers(null))
afterAll(async () => {
  await server.close()
  await imgbb.close()
})

let width = 40
async function upload(account: TestAccount) {
  const picture = sharp({ create: { width: (width += 1), height: 60, channels: 3, background: '#884422' } })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'a.png')
  return server.send('POST', '/api/images', { token: account.token, body: form })
}
const kept = async () => (await server.send('GET', '/api/pictures', { token: admin.token })).json

test('a picture has an address of the shop’s, which leads browsers to imgbb and reads in every size', async () => {
  const seller = await anAccount(server.services, 'seller')
  const { url } = (await upload(seller)).json.data
  expect(url).toMatch(/^\/images\/[0-9a-f]{64}\/1200\.webp$/)
  for (const file of ['1200.webp', '320.avif']) {
    const answer = await fetch(server.origin + url.replace('1200.webp', file), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'public, max-age=3600'])
    expect(imgbb.pictures.has(new URL(answer.headers.get('location')!).pathname)).toBe(true)
  }
  expect((await sharp((await server.services.images.read(url))!).metadata()).format).toBe('webp')
  for (const name of ['a.webp', '../1200.webp', `${'0'.repeat(64)}/1200.webp`])
    expect((await fetch(`${server.origin}/images/${name}`, { redirect: 'manual' })).status).toBe(404)
})

test('browsers are told what holds: one size, who keeps them, that only a person deletes', async () => {
  const { pictures } = (await server.send('GET', '/api/config')).json
  expect(pictures).toEqual({ keptBy: 'imgbb', isLoadedThere: true, canBeRemoved: false, sizes: 'one' })
  expect(deletedByHand(pictures)).toContain('imgbb, which doesn’t delete them by itself')
  const { html } = server.content().pages.privacy
  expect(html).toContain('Pictures are kept by imgbb.')
  expect(html).toContain('ask the club to have one removed')
  expect(html).toContain('except pictures, which come from imgbb')
})

test('what leaves the shop is listed for admins with the page that deletes it, until one has', async () => {
  const seller = await anAccount(server.services, 'seller')
  const { url } = (await upload(seller)).json.data
  const before = await kept()
  expect(await removeUploadsOf(server.services, [seller.id], isUnusedPicture)).toBe(true)
  expect((await fetch(server.origin + url, { redirect: 'manual' })).status).toBe(404)
  const { leftBehind, leftBehindCount, present } = await kept()
  expect([present, leftBehindCount]).toEqual(['imgbb', before.leftBehindCount + 1])
  const { id, host, address } = leftBehind.at(-1)
  expect([host, await (await fetch(address)).text()]).toEqual(['imgbb', '<button>Delete image</button>'])
  const noted = `/api/pictures/left-behind/${id}/deleted`
  const { json } = await server.send('POST', noted, { token: admin.token })
  expect(json.leftBehindCount).toBe(before.leftBehindCount)
  expect(problemOf(await server.send('POST', noted, { token: admin.token })).code).toBe('not_found')
  const log = await server.send('GET', '/api/audit-log?kind=picture_deleted', { token: admin.token })
  expect(log.json).toMatchObject([{ by: { id: admin.id } }])
})

test('the page that deletes a picture is sealed in the database', async () => {
  const seller = await anAccount(server.services, 'seller')
  await upload(seller)
  const { rows } = await server.database.pool.query<{ removal: string }>('SELECT removal FROM picture_places')
  expect(rows.length).toBeGreaterThan(0)
  for (const { removal } of rows) {
    expect(removal).not.toContain(imgbb.origin)
    expect(server.services.images.sealer.open(removal)).toContain(imgbb.origin)
  }
})

test('two who upload the same picture at once share one, and the other copy is to be deleted', async () => {
  const { images } = server.services
  const before = await kept()
  imgbb.together(2)
  const [sent] = await Promise.all([images.store(onePicture), images.store(onePicture)])
  expect(await images.has(sent.url)).toBe(true)
  expect((await kept()).leftBehindCount).toBe(before.leftBehindCount + 1)
  await images.store(onePicture)
  expect((await kept()).leftBehindCount).toBe(before.leftBehindCount + 1)
})
const onePicture = {
  hash: 'ab'.repeat(32),
  variants: [{ width: 1200, format: 'webp' as const, bytes: Buffer.from('the same') }],
}

test('imgbb’s limit is no fault of the member: try later; and the key is in no answer and no line of the log', async () => {
  imgbb.answers(imgbb.rateLimited)
  const refused = await upload(await anAccount(server.services, 'seller'))
  expect(problemOf(refused)).toMatchObject({ status: 503, code: 'unavailable' })
  imgbb.answers((response) => response.destroy())
  expect((await upload(await anAccount(server.services, 'seller'))).status).toBe(503)
  expect(server.logged.join('\n')).toContain('Rate limit reached')
  expect(server.logged.join('\n')).not.toContain(IMGBB_KEY)
})
