import { afterAll, expect, test } from 'vitest'
import { aPicture } from '#tests/kit/pictures.ts'
import { aProvenAccount, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
afterAll(server.close)
const { send, origin } = server

async function upload({ token }: ProvenAccount): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'me.png')
  return (await send('POST', '/api/images', { token, body: form })).json.data.url as string
}
const setPhoto = ({ cookie }: ProvenAccount, image: string | null) =>
  send('POST', '/api/identity/update-user', { body: { image }, headers: { origin, cookie } })
const shownPhoto = async ({ token }: ProvenAccount) =>
  (await send('GET', '/api/user-type-find', { token })).json.photoUrl as string | null

test('a photo must be an account’s own upload, in every role', async () => {
  for (const role of ['user', 'buyer', 'seller', 'admin'] as const) {
    const person = await aProvenAccount(server, role)
    const url = await upload(person)
    expect((await setPhoto(person, url)).status).toBe(200)
    expect(await shownPhoto(person)).toBe(url)
    expect((await setPhoto(person, null)).status).toBe(200)
    expect(await shownPhoto(person)).toBeNull()
  }
})

test('a photo of another account, or from elsewhere, is refused', async () => {
  const [person, other] = [await aProvenAccount(server, 'buyer'), await aProvenAccount(server, 'seller')]
  const foreign = await upload(other)
  for (const photo of [foreign, 'https://example.org/me.png', `${origin}${foreign}`, '/favicon.svg'])
    expect(await setPhoto(person, photo)).toMatchObject({ status: 422, json: { code: 'INVALID_IMAGE' } })
  expect(await shownPhoto(person)).toBeNull()
})
