import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { until } from '#tests/kit/until.ts'
import { startGoogleStandIn } from '#server/providers/google-stand-in/google-stand-in.ts'
import { quickHash } from '#tests/kit/shop/quick-hash.ts'
import { embeddedIdentity, google, redirectUri } from './embedded-identity.ts'
import type { IdentitySettings } from './settings.ts'

const database = await testDatabase()

const publicUrl = 'https://books.example.org'
const address = () => `${crypto.randomUUID()}@example.org`
const settings = (given: Partial<IdentitySettings> = {}): IdentitySettings => ({
  databaseUrl: database.url,
  publicUrl,
  allowedOrigins: [publicUrl],
  secret: 'a secret for tests that is long enough',
  shopName: () => 'Dogear',
  mail: { send: async () => {}, rehearse: async () => {} },
  openId: [],
  events: {
    onCredentialsChanged: async () => {},
    onHandedOver: async () => {},
    describeUnconfirmed: async () => ({ isUnused: false, question: null }),
    mayBePhoto: async () => false,
    onProfileChanged: async () => {},
  },
  clock: testClock(),
  log: { warn: () => {}, error: () => {} },
  rateLimits: false,
  refuseCommonPasswords: false,
  hashPassword: quickHash,
  ownsDatabase: false,
  connections: { identity: 8, identityLocks: 4 },
  ...given,
})
const post = (path: string, body: object, origin = publicUrl) =>
  new Request(`${origin}/api/identity/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })

test('behind https the cookie is for https alone', async () => {
  const identity = await embeddedIdentity(settings())
  const person = { name: '', email: address(), password: 'secret-7' }
  const response = await identity.handle(post('sign-up/email', person))
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Secure-dogear\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/,
  )
  await identity.close()
})

test('two programs that start at once make the tables once', async () => {
  const fresh = await testDatabase()
  const both = await Promise.all([1, 2].map(() => embeddedIdentity(settings({ databaseUrl: fresh.url }))))
  const link = await Promise.all(
    both.map((identity) => identity.management.invite({ email: 'ann@example.org', name: '' })),
  )
  expect(link[0]?.identityId).toBe(link[1]?.identityId)
  await Promise.all(both.map((identity) => identity.close()))
  await fresh.close()
})

test('a database whose signing key belongs to other secrets is refused, in words and untouched', async () => {
  const fresh = await testDatabase()
  const first = await embeddedIdentity(settings({ databaseUrl: fresh.url }))
  await first.close()
  const moved = settings({ databaseUrl: fresh.url, secret: 'the secret of another data folder, as long' })
  await expect(embeddedIdentity(moved)).rejects.toThrow(/keys\/shop\.json/)
  const again = await embeddedIdentity(settings({ databaseUrl: fresh.url }))
  await again.close()
  // With a database of its own, a new key is made.
  const alone = await embeddedIdentity({ ...moved, ownsDatabase: true })
  const signedUp = await alone.handle(
    post('sign-up/email', { name: '', email: 'eve@example.org', password: 'secret-7' }),
  )
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const asked = await alone.handle(new Request(`${publicUrl}/api/identity/token`, { headers: { cookie } }))
  const { token } = (await asked.json()) as { token: string }
  expect(await alone.verifyProof(token)).toMatchObject({ email: 'eve@example.org' })
  await alone.close()
  await fresh.close()
})

test('Google away at the start: the rest works, and Google does once it is back', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${await freePort()}`
  const client = { clientId: 'dogear', clientSecret: 'only-for-tests' }
  const warned: string[] = []
  const clock = testClock()
  const identity = await embeddedIdentity(
    settings({
      publicUrl: origin,
      allowedOrigins: [origin],
      openId: [google(client, `http://127.0.0.1:${port}`)],
      clock,
      log: {
        warn: (_facts, message) => void warned.push(message),
        error: (_facts, message) => void warned.push(message),
      },
    }),
  )
  const social = () =>
    identity.handle(
      post('sign-in/social', { provider: 'google', callbackURL: '/', errorCallbackURL: '/login' }, origin),
    )
  expect(warned.join()).toContain('Google could not be reached')
  expect((await social()).status).toBe(404)
  const person = { name: '', email: address(), password: 'secret-7' }
  expect((await identity.handle(post('sign-up/email', person, origin))).status).toBe(200)
  const standIn = await startGoogleStandIn({ ...client, port, redirectUris: [redirectUri(origin, 'google')] })
  clock.advance(31)
  await until(async () => (await social()).status === 200)
  await identity.close()
  await standIn.close()
})

/** A server that takes connections and says nothing. */
async function aMuteIssuer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

test('while Google doesn’t answer, neither the start nor a sign-up waits for it', async () => {
  const mute = await aMuteIssuer()
  const clock = testClock()
  const openId = [google({ clientId: 'dogear', clientSecret: 'only-for-tests' }, mute.issuer)]
  const identity = await embeddedIdentity(settings({ openId, discoveryWithinMs: 100, clock }))
  for (let turn = 0; turn < 2; turn += 1) {
    const person = { name: '', email: address(), password: 'secret-7' }
    expect((await identity.handle(post('sign-up/email', person))).status).toBe(200)
    clock.advance(31)
  }
  mute.close()
  await identity.close()
})

test('a campus that doesn’t answer takes nothing from Google', async () => {
  const mute = await aMuteIssuer()
  const client = { clientId: 'dogear', clientSecret: 'only-for-tests' }
  const standIn = await startGoogleStandIn({ ...client, redirectUris: [] })
  const googles = google(client, standIn.issuer)
  const campus = { ...googles, slot: 'oidc' as const, name: 'Example College', issuer: mute.issuer }
  const identity = await embeddedIdentity(settings({ openId: [campus, googles], discoveryWithinMs: 1000 }))
  const paths = { callbackURL: '/', errorCallbackURL: '/login' }
  const social = (provider: string) => identity.handle(post('sign-in/social', { provider, ...paths }))
  expect((await social('google')).status).toBe(200)
  const refused = await social('oidc')
  expect([refused.status, await refused.json()]).toEqual([404, expect.objectContaining({ code: 'PROVIDER_NOT_FOUND' })])
  mute.close()
  await identity.close()
  await standIn.close()
})

test('a database that can’t be reached is said at the start', async () => {
  const nobody = `postgres://nobody:nothing@127.0.0.1:${await freePort()}/none`
  await expect(embeddedIdentity(settings({ databaseUrl: nobody }))).rejects.toThrow(/ECONNREFUSED/)
})
