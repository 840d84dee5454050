import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFirebaseServer, type FirebaseServer } from '#tests/port-suites/firebase-server.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'

let firebase: FirebaseServer
let shop: TestServer
beforeAll(async () => {
  firebase = await startFirebaseServer({ now: () => new Date() }, { isEmulator: true })
  const database = await testDatabase()
  await database.pool.query('DROP SCHEMA IF EXISTS identity CASCADE')
  shop = await startTestServer({
    database,
    env: {
      FIREBASE_API_KEY: 'any-key',
      FIREBASE_AUTH_DOMAIN: 'demo-club.firebaseapp.com',
      FIREBASE_PROJECT_ID: firebase.projectId,
      FIREBASE_APP_ID: '1:1:web:1',
      FIREBASE_AUTH_EMULATOR_HOST: new URL(firebase.base).host,
      JOIN_EMAIL_DOMAINS: 'example.org',
    },
  })
})
afterAll(() => firebase.close())

let count = 0
const anEmail = () => `nell${++count}@example.org`
const proofOf = (more: Parameters<FirebaseServer['addUser']>[0]) =>
  firebase.sign(firebase.claimsOf(firebase.addUser(more)))
const signUp = (token: string, email: string) =>
  shop.send('POST', '/api/signup', { token, body: { email, name: 'Nell Harrow', checked: 'seller' } })
const mint = (token: string, body: unknown) => shop.send('POST', '/api/jwt', { token, body })

test('an ID token opens /signup and /jwt, in both forms, for its own email alone', async () => {
  const email = anEmail()
  const proof = await proofOf({ email })
  expect(await signUp(proof, anEmail())).toMatchObject({ status: 403, json: { code: 'not_your_email' } })
  expect((await signUp(proof, email)).json).toEqual({ acknowledged: true })
  for (const body of [{ email }, JSON.stringify(email)]) {
    const { json } = await mint(proof, body)
    const own = await shop.send('GET', '/api/user-type-find', { token: (json as { token: string }).token })
    expect(own.json).toMatchObject({ email, checked: 'seller', emailVerified: false })
  }
  expect((await shop.send('GET', '/api/user-type-find', { token: proof })).status).toBe(401)
})

test('an email of a domain that may not join is refused at the field', async () => {
  const email = 'nell@example.net'
  const message = 'This club is for addresses at example.org.'
  expect(await signUp(await proofOf({ email }), email)).toMatchObject({
    status: 422,
    json: { invalidFields: [{ field: 'email', message }] },
  })
})

test('an email of another member is taken, confirmed or not', async () => {
  const email = anEmail()
  const [first] = [await proofOf({ email })]
  await signUp(first, email)
  for (const emailVerified of [false, true]) {
    const claims = {
      ...firebase.claimsOf(firebase.addUser({ email: anEmail() })),
      email,
      email_verified: emailVerified,
    }
    expect(problemOf(await signUp(await firebase.sign(claims), email))).toMatchObject({
      status: 409,
      code: 'email_taken',
    })
  }
})

test('the shop’s own sign-in is not there: neither its calls nor its tables', async () => {
  for (const path of ['token', 'get-session', 'sign-in/email'])
    expect((await shop.send('GET', `/api/identity/${path}`)).status).toBe(404)
  const { rows } = await shop.database.pool.query(`SELECT to_regnamespace('identity') AS found`)
  expect(rows).toEqual([{ found: null }])
})

test('what Firebase can’t do is refused in words; signing out everywhere ends the club token', async () => {
  const email = anEmail()
  const user = firebase.addUser({ email })
  await signUp(await firebase.sign(firebase.claimsOf(user)), email)
  const { json } = await mint(await firebase.sign(firebase.claimsOf(user)), { email })
  const { token } = json as { token: string }
  for (const [method, path, body] of [
    ['GET', 'sessions', undefined],
    ['POST', 'sessions/end', { session: 'any' }],
    ['POST', 'sessions/end-others', undefined],
  ] as const)
    expect(problemOf(await shop.send(method, `/api/account/${path}`, { token, body }))).toMatchObject({
      code: 'not_offered',
      detail: expect.stringContaining('devices') as string,
    })
  expect((await shop.send('POST', '/api/account/sign-out-everywhere', { token })).status).toBe(200)
  expect((await shop.send('GET', '/api/user-type-find', { token })).status).toBe(401)
  expect(
    (await mint(await firebase.sign({ ...firebase.claimsOf(user), auth_time: user.validSince - 1 }), { email })).status,
  ).toBe(401)
})

test('the privacy page says who keeps the sign-ins', () => {
  const text = JSON.stringify(shop.content().pages.privacy)
  expect(text).toContain('You sign in with Firebase')
  expect(text).not.toContain('One cookie keeps you signed in')
  // The adapter's own note, which spares a page Firebase's SDK.
  expect(text).toContain('that somebody is signed in, with their name, email address and photo')
})

test('browsers are told the adapter, its public options and what holds', async () => {
  const { json } = await shop.send('GET', '/api/config')
  expect((json as { identity: unknown }).identity).toEqual({
    adapter: {
      name: 'firebase',
      options: {
        apiKey: 'any-key',
        authDomain: 'demo-club.firebaseapp.com',
        projectId: firebase.projectId,
        appId: '1:1:web:1',
        emulator: new URL(firebase.base).host,
      },
    },
    signInWith: [{ id: 'google', name: 'Google' }],
    redirects: false,
    keptBy: 'Firebase',
    listsSessions: false,
    isManaged: true,
    keepsFactors: false,
    mailsSignInLinks: false,
    staysAt: '',
    takesDemoPeople: true,
  })
})
