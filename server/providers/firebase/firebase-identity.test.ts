import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '#server/ports/provider-error.ts'
import { startFirebaseServer, type FirebaseServer } from '#tests/port-suites/firebase-server.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { browserOrigins, firebaseIdentity } from './firebase-identity.ts'
import type { Addresses, FirebaseProject } from './settings.ts'

const clock = testClock()
const awaited = new Set<string>()
const unproven = new Set<string>()
const handedOver: string[] = []
const warned: string[] = []
let server: FirebaseServer
beforeAll(async () => {
  server = await startFirebaseServer(clock)
})
afterAll(() => server.close())

function provider(more: Partial<FirebaseProject> = {}, elsewhere: Partial<Addresses> = {}) {
  const { projectId, serviceAccount, at } = server
  const web = { apiKey: 'AIza', authDomain: 'club.firebaseapp.com', appId: '1:1:web:1' }
  return firebaseIdentity({
    project: { ...web, projectId, serviceAccount, emulator: null, ...more },
    publicUrl: 'https://books.example.org',
    allowedOrigins: ['https://books.example.org'],
    clock,
    log: { warn: (_facts, message) => void warned.push(message) },
    events: {
      onCredentialsChanged: async () => {},
      onHandedOver: async (id) => void handedOver.push(id),
      mayBePhoto: async (_id, photoUrl) => photoUrl === '/images/own.webp',
      isUnproven: async (id) => unproven.has(id),
      isAwaited: async (email) => awaited.has(email),
    },
    at: { ...at, ...elsewhere },
  })
}

let count = 0
/** A person of the project, with the claims of a token that is right. */
function someone(more: Parameters<FirebaseServer['addUser']>[0] = { email: `ann${++count}@example.org` }) {
  const user = server.addUser(more)
  return { user, claims: server.claimsOf(user) }
}
const seconds = () => Math.floor(clock.now().getTime() / 1000)
const ways = (way: string, more: object = {}) => ({ firebase: { sign_in_provider: way, ...more } })

const wrong: [what: string, change: Record<string, unknown>][] = [
  ['of another project', { aud: 'another-club' }],
  ['of another project, in its issuer', { iss: 'https://securetoken.google.com/another-club' }],
  ['of another issuer', { iss: 'https://accounts.google.com' }],
  ['that is over', { exp: seconds() - 60 }],
  ['without an end', { exp: undefined }],
  ['from the future', { iat: seconds() + 300 }],
  ['of a sign-in in the future', { auth_time: seconds() + 300 }],
  ['without a sign-in', { auth_time: undefined }],
  ['of nobody', { sub: '' }],
  ['of a name that is too long', { sub: 'x'.repeat(129) }],
  ['without an email', { email: undefined }],
  ['of a tenant', ways('password', { tenant: 'tenant-1' })],
  ['of an anonymous sign-in', ways('anonymous')],
  ['of a phone', ways('phone')],
  ['of a custom token', ways('custom')],
  ['of a provider that the shop doesn’t offer', ways('facebook.com')],
  ['without a way to sign in', { firebase: {} }],
]

test.for(wrong)('an ID token %s is no proof', async ([, change]) => {
  const { claims } = someone()
  for (const identity of [provider(), provider({ serviceAccount: null })]) {
    expect(await identity.verifyProof(await server.sign(claims))).not.toBeNull()
    expect(await identity.verifyProof(await server.sign({ ...claims, ...change }))).toBeNull()
  }
})

test('an ID token that isn’t signed by Google’s key is no proof', async () => {
  const { claims } = someone()
  const identity = provider()
  const own = await generateKeyPair('RS256')
  const publicKey = new TextEncoder().encode(await exportSPKI(server.publicKey))
  const ps256 = await generateKeyPair('PS256')
  for (const forged of [
    new UnsecuredJWT(claims).encode(),
    await server.sign(claims, { alg: 'HS256', key: publicKey }),
    await server.sign(claims, { key: own.privateKey }),
    await server.sign(claims, { kid: 'unknown' }),
    await server.sign(claims, { alg: 'PS256', key: ps256.privateKey }),
  ])
    expect(await identity.verifyProof(forged)).toBeNull()
})

test('an unsigned token of the emulator is a proof only where the settings name an emulator, a signed one never', async () => {
  const emulator = await startFirebaseServer(clock, { isEmulator: true })
  const user = emulator.addUser({ email: 'emma@example.org' })
  const unsigned = await emulator.sign(emulator.claimsOf(user))
  const withEmulator = provider({ projectId: 'demo-club', emulator: new URL(emulator.base).host, serviceAccount: null })
  expect(await withEmulator.verifyProof(unsigned)).toMatchObject({ identityId: user.localId })
  expect(await provider({ projectId: 'demo-club', serviceAccount: null }).verifyProof(unsigned)).toBeNull()
  expect(await withEmulator.verifyProof(await server.sign(emulator.claimsOf(user)))).toBeNull()
  expect(await withEmulator.verifyProof(`${unsigned}c2lnbmF0dXJl`)).toBeNull()
  await emulator.close()
})

test('Google’s keys are kept by their max-age; an unknown key id has them read again, once in 30 seconds', async () => {
  const identity = provider({ serviceAccount: null })
  const { claims } = someone()
  const token = async (kid?: string) =>
    server.sign({ ...claims, exp: seconds() + 3600 }, kid === undefined ? {} : { kid })
  const readings = () => server.asked.filter((path) => path === '/keys').length
  const before = readings()
  for (let turn = 0; turn < 3; turn += 1) await identity.verifyProof(await token())
  expect(readings() - before).toBe(1)
  clock.advance(31)
  for (let turn = 0; turn < 5; turn += 1) await identity.verifyProof(await token(`forged-${turn}`))
  expect(readings() - before).toBe(2)
  clock.advance(31)
  server.keys.ids.push('key-2')
  expect(await identity.verifyProof(await token('key-2'))).not.toBeNull()
  expect(readings() - before).toBe(3)
  clock.advance(3000)
  await identity.verifyProof(await token())
  expect(readings() - before).toBe(3)
  clock.advance(700)
  await identity.verifyProof(await token())
  expect(readings() - before).toBe(4)
})

test('a token of an unknown key keeps no other waiting while the keys are read again', async () => {
  const identity = provider({ serviceAccount: null })
  const { claims } = someone()
  expect(await identity.verifyProof(await server.sign(claims))).not.toBeNull()
  clock.advance(31)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.keys.until = promise
  const forged = identity.verifyProof(await server.sign(claims, { kid: 'forged' }))
  const right = identity.verifyProof(await server.sign(claims)).then((proof) => ['right', proof?.identityId])
  expect(await Promise.race([right, forged.then(() => ['forged'])])).toEqual(['right', claims.sub])
  resolve()
  expect(await forged).toBeNull()
})

test('while Google’s keys can’t be read those at hand go on; without any, it is no verdict', async () => {
  const known = provider({ serviceAccount: null })
  const { claims } = someone()
  expect(await known.verifyProof(await server.sign(claims))).not.toBeNull()
  server.keys.isDown = true
  clock.advance(4000)
  const later = await server.sign({ ...claims, exp: seconds() + 3600 })
  expect(await known.verifyProof(later)).not.toBeNull()
  expect(warned).toEqual(['firebase: the keys of ID tokens could not be read again'])
  await expect(provider({ serviceAccount: null }).verifyProof(later)).rejects.toThrow(ProviderError)
  server.keys.isDown = false
})

test.for([
  ['refuses the service account', (): string => `${server.base}/nowhere`, /Google refused the service account/],
  ['can’t be reached', (): string => 'http://127.0.0.1:1/access', /Google can’t be reached/],
] as const)('while Google %s, a right token is no verdict', async ([, accessTokens, why]) => {
  const { claims } = someone()
  const asked = provider({}, { accessTokens: accessTokens() }).verifyProof(await server.sign(claims))
  await expect(asked).rejects.toThrow(ProviderError)
  await expect(asked).rejects.toThrow(why)
})

test('a disabled person is out; one access token serves many calls', async () => {
  const identity = provider()
  const { user, claims } = someone()
  const asked = server.asked.length
  expect(await identity.verifyProof(await server.sign(claims))).not.toBeNull()
  user.disabled = true
  expect(await identity.verifyProof(await server.sign(claims))).toBeNull()
  expect(await identity.isSignedIn({ identityId: user.localId, sessionId: String(claims.auth_time) })).toBe(false)
  expect(server.asked.slice(asked).filter((path) => path === '/access')).toHaveLength(1)
})

test('who signs in by Google to an account that never confirmed its email gets it handed over', async () => {
  const { user, claims } = someone()
  const identity = provider()
  unproven.add(user.localId)
  const byPassword = await server.sign(claims)
  await identity.verifyProof(byPassword)
  clock.advance(10)
  await identity.verifyProof(await server.sign({ ...claims, ...ways('google.com') }))
  expect(handedOver).toEqual([])
  const byGoogle = await server.sign({
    ...server.claimsOf(user),
    ...ways('google.com'),
    email_verified: true,
  })
  expect(await identity.verifyProof(byGoogle)).toMatchObject({ via: 'federated', emailVerified: true })
  expect(handedOver).toEqual([user.localId])
  // Who signed up with the address has sessions of their own, which would open the new account.
  unproven.delete(user.localId)
  expect(await identity.verifyProof(byPassword)).toBeNull()
  expect(await identity.verifyProof(byGoogle)).not.toBeNull()
})

test('who confirms an email ends what whoever signed up with it has linked, and their sessions', async () => {
  const identity = provider()
  const linked = [{ providerId: 'password' }, { providerId: 'google.com' }]
  const { user, claims } = someone({ email: `ann${++count}@example.org`, providerUserInfo: linked })
  unproven.add(user.localId)
  const earlier = await server.sign({ ...claims, ...ways('google.com') })
  expect(await identity.verifyProof(earlier)).not.toBeNull()
  expect(user.providerUserInfo).toEqual(linked)
  clock.advance(10)
  // By a link to choose a new password.
  const confirmed = await server.sign({ ...server.claimsOf(user), email_verified: true })
  expect(await identity.verifyProof(confirmed)).toMatchObject({ via: 'password', emailVerified: true })
  expect(user.providerUserInfo).toEqual([{ providerId: 'password' }])
  expect(await identity.verifyProof(earlier)).toBeNull()
  expect(handedOver).not.toContain(user.localId)
})

test('a linked Google account of another email takes over no account whose email was confirmed since', async () => {
  const identity = provider()
  const email = `ann${++count}@example.org`
  const google = { providerId: 'google.com', email: 'mallory@example.org' }
  const { user, claims } = someone({ email, providerUserInfo: [{ providerId: 'password', email }, google] })
  unproven.add(user.localId)
  const byGoogle = await server.sign({ ...claims, ...ways('google.com'), email_verified: true })
  expect(await identity.verifyProof(byGoogle)).toBeNull()
  expect(handedOver).not.toContain(user.localId)
  google.email = email
  expect(await identity.verifyProof(byGoogle)).not.toBeNull()
})

test('a confirmed email is known to be read by who signs in by Google; with a password, only where the shop can do no better', async () => {
  const { claims } = someone({ email: `ann${++count}@example.org`, emailVerified: true })
  const ownsMailbox = async (more: object, serviceAccount?: null) => {
    const identity = provider(serviceAccount === null ? { serviceAccount } : {})
    return (await identity.verifyProof(await server.sign({ ...claims, ...more })))?.ownsMailbox
  }
  expect(await ownsMailbox(ways('google.com'))).toBe(true)
  expect(await ownsMailbox(ways('password'))).toBe(false)
  expect(await ownsMailbox(ways('password'), null)).toBe(true)
  expect(await ownsMailbox({ ...ways('password'), email_verified: false }, null)).toBe(false)
})

test('an invitation ends what whoever signed up with the address has linked', async () => {
  const { user } = someone({
    email: `ann${++count}@example.org`,
    providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }],
  })
  await provider().management!.invite({ email: user.email, name: 'Ann' })
  expect(user.providerUserInfo).toEqual([{ providerId: 'password' }])
})

test.for([
  ['https://books.example.org/images/own.webp', '/images/own.webp'],
  ['/images/own.webp', '/images/own.webp'],
  ['https://books.example.org/images/anothers.webp', null],
  ['https://lh3.googleusercontent.com/a/photo', null],
  ['https://evil.example/images/own.webp', null],
] as const)('a photo at %s is shown as %s', async ([picture, shown]) => {
  const { claims } = someone()
  expect(await provider().verifyProof(await server.sign({ ...claims, picture }))).toMatchObject({ photoUrl: shown })
})

test('browsers may reach Google’s script and frame and the two services, or the emulator in their place, and no more', () => {
  const project = {
    projectId: 'my-club',
    apiKey: 'AIza',
    authDomain: 'my-club.firebaseapp.com',
    appId: '1:1:web:1',
    serviceAccount: server.serviceAccount,
    emulator: null,
  }
  expect(browserOrigins(project)).toEqual({
    script: ['https://apis.google.com'],
    frame: ['https://my-club.firebaseapp.com'],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  })
  expect(browserOrigins({ ...project, emulator: '127.0.0.1:9099' })).toEqual({
    script: ['https://apis.google.com'],
    frame: ['http://127.0.0.1:9099'],
    connect: ['http://127.0.0.1:9099'],
  })
})
