import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkIn, photoOf, startIdentityServer } from '#tests/port-suites/identity-server.ts'
import { embeddedIdentity } from './embedded-identity.ts'
import { errorCodeOf } from './error-codes.ts'
import type { IdentityUser } from '#client/session/identity/identity-port.ts'

// The adapter as it is, against the real provider over real sockets; only the browser's cookie jar is ours.
const server = await startIdentityServer()
beforeEach(() => useBrowser())
afterEach(() => vi.unstubAllGlobals())

const useBrowser = (browser = server.browser()) => {
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => browser.fetch(path, init))
  return browser
}

let count = 0
const password = 'secret-7'
const address = () => `member${++count}@example.org`

function watched(identity = embeddedIdentity()) {
  const seen: (string | null)[] = []
  const users: (IdentityUser | null)[] = []
  const stop = identity.onUserChanged((user) => {
    seen.push(user && user.email)
    users.push(user)
  })
  return { identity, seen, users, stop }
}

test('a visitor is nobody, then the newcomer, then nobody again [embedded-identity-1]', async () => {
  const { identity, seen, users } = watched()
  await expect.poll(() => seen).toEqual([null])
  const email = address()
  const user = await identity.signUp(email, password)
  expect(user).toEqual({
    uid: expect.any(String) as string,
    email,
    emailVerified: false,
    displayName: null,
    photoURL: null,
    phoneNumber: null,
    isAnonymous: false,
  })
  expect(users.at(-1)).toEqual(user)
  expect(await server.identity.verifyProof(await identity.getIdToken())).toMatchObject({ identityId: user.uid, email })
  await identity.signOut()
  expect(seen).toEqual([null, email, null])
  await expect(identity.getIdToken()).rejects.toMatchObject({ code: 'auth/user-token-expired' })
})

test('half an answer signs nobody out, in no tab', async () => {
  const { identity, seen } = watched()
  const email = address()
  await identity.signUp(email, password)
  const whole = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await whole(path, init)
    return new Response((await answer.text()).slice(0, 20), answer)
  })
  await expect(identity.updateProfile({ displayName: 'Ida' })).rejects.toMatchObject({
    code: 'auth/network-request-failed',
  })
  const later: unknown[] = []
  embeddedIdentity().onUserChanged((user) => later.push(user?.email))
  await expect(identity.getIdToken()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
  expect([seen.at(-1), later]).toEqual([email, []])
  vi.stubGlobal('fetch', whole)
  await expect.poll(() => later).toEqual([email])
})

test('who watches late hears it at once, and nobody hears anything after stopping', async () => {
  const { identity, seen, stop } = watched()
  const email = address()
  await identity.signUp(email, password)
  const late: unknown[] = []
  identity.onUserChanged((user) => late.push(user?.email))
  expect(late).toEqual([email])
  stop()
  const before = seen.length
  await identity.signOut()
  expect(seen.length).toBe(before)
  expect(late).toEqual([email, undefined])
})

test('refusals speak the vocabulary of the screens', async () => {
  const identity = embeddedIdentity()
  const email = address()
  await identity.signUp(email, password)
  const refused = async (action: Promise<unknown>) =>
    action.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  expect(await refused(identity.signUp(email, password))).toBe('auth/email-already-in-use')
  expect(await refused(identity.signUp(address(), '12345'))).toBe('auth/weak-password')
  expect(await refused(identity.signUp(address(), 'x'.repeat(129)))).toBe('auth/password-too-long')
  expect(await refused(identity.signUp('nobody', password))).toBe('auth/invalid-email')
  expect(await refused(identity.signIn(email, 'wrong-one'))).toBe('auth/invalid-credential')
  expect(await refused(identity.signIn(address(), password))).toBe('auth/invalid-credential')
  expect(await refused(identity.verifyEmail('token=never-made'))).toBe('auth/expired-action-code')
  expect(await refused(identity.confirmPasswordReset('never-made', password))).toBe('auth/expired-action-code')
  expect(await refused(identity.changePassword('wrong-one', 'another-one'))).toBe('auth/invalid-credential')
  expect(await refused(identity.updateProfile({ photoURL: 'https://evil.example/x' }))).toBe('auth/invalid-profile')
  expect(await refused(identity.signInWithRedirect('/', 'google'))).toBe('auth/provider-unreachable')
})

test('a name and a photo are announced [embedded-identity-2]', async () => {
  const { identity, users } = watched()
  const { uid } = await identity.signUp(address(), password)
  const photoURL = photoOf(uid)
  await identity.updateProfile({ displayName: 'Mem Ber', photoURL })
  expect(users.at(-1)).toMatchObject({ displayName: 'Mem Ber', photoURL })
  await identity.updateProfile({ photoURL: null })
  expect(users.at(-1)).toMatchObject({ displayName: 'Mem Ber', photoURL: null })
})

test('verification, sent once more and confirmed', async () => {
  const { identity, users } = watched()
  const email = address()
  await identity.signUp(email, password)
  await identity.sendVerificationEmail()
  const mails = server.mails.filter((mail) => mail.to.address === email)
  expect(mails.length).toBe(2)
  await identity.verifyEmail(linkIn(mails[1]).search)
  expect(users.at(-1)).toMatchObject({ email, emailVerified: true })
})

test('a mailed link that signs in: asked for, read, used once', async () => {
  const email = address()
  const { uid } = await embeddedIdentity().signUp(email, password)
  useBrowser()
  const { identity, seen } = watched()
  await expect.poll(() => seen).toEqual([null])
  const links = (await identity.signInLinks())!
  await links.send(email, '/dashboard/messages')
  const { searchParams } = linkIn(server.mails.findLast((mail) => mail.to.address === email))
  expect(searchParams.get('from')).toBe('/dashboard/messages')
  const token = searchParams.get('token') ?? ''
  expect(await links.read(token)).toEqual({ email, isVerified: false, isOwn: false })
  expect(await links.use(token)).toMatchObject({ uid, emailVerified: true })
  expect(seen).toEqual([null, email])
  await expect(links.use(token)).rejects.toMatchObject({ code: 'auth/expired-action-code' })
})

test('a forgotten password: mailed link, new password, signed in', async () => {
  const email = address()
  await embeddedIdentity().signUp(email, password)
  useBrowser()
  const { identity, seen } = watched()
  await expect.poll(() => seen).toEqual([null])
  await identity.sendPasswordReset(email)
  const token = linkIn(server.mails.findLast((mail) => mail.to.address === email)).searchParams.get('token') ?? ''
  expect(await identity.confirmPasswordReset(token, 'brand new')).toMatchObject({ email, emailVerified: true })
  expect(seen).toEqual([null, email])
  await identity.changePassword('brand new', 'newer still')
  expect(await identity.signIn(email, 'newer still')).toMatchObject({ email })
})

test('another tab follows', async () => {
  const here = watched()
  const there = watched()
  await expect.poll(() => [here.seen, there.seen]).toEqual([[null], [null]])
  const email = address()
  await here.identity.signUp(email, password)
  await expect.poll(() => there.seen).toEqual([null, email])
  await there.identity.signOut()
  await expect.poll(() => here.seen).toEqual([null, email, null])
})

test('a session that ended elsewhere is noticed with the next token', async () => {
  const { identity, seen } = watched()
  const email = address()
  const { uid } = await identity.signUp(email, password)
  await server.identity.management.endSessions(uid)
  await expect(identity.getIdToken()).rejects.toMatchObject({ code: 'auth/user-token-expired' })
  expect(seen.at(-1)).toBeNull()
})

test('a server that is away signs nobody out: it is asked again until it answers', async () => {
  const browser = server.browser()
  await browser.send('POST', 'sign-up/email', { name: '', email: address(), password })
  let down = true
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    down ? Promise.reject(new TypeError('Failed to fetch')) : browser.fetch(path, init),
  )
  const { identity, seen } = watched()
  await expect(identity.getIdToken()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
  expect(seen).toEqual([])
  down = false
  await expect.poll(() => seen.length).toBe(1)
  expect(seen[0]).toContain('@')
})

test('codes that a provider may give', async () => {
  expect(errorCodeOf(429, undefined)).toBe('auth/too-many-requests')
  expect(errorCodeOf(403, 'INVALID_ORIGIN')).toBe('auth/unauthorized-domain')
  expect(errorCodeOf(500, 'constructor')).toBe('auth/internal-error')
  expect(errorCodeOf(401, undefined)).toBe('auth/user-token-expired')
  const { redirectError } = embeddedIdentity()
  expect((await redirectError('?error=access_denied'))?.code).toBe('auth/user-cancelled')
  expect((await redirectError('?error=state_mismatch'))?.code).toBe('auth/internal-error')
  expect(await redirectError('?from=/')).toBeNull()
})
