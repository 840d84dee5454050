import { expect, test } from 'vitest'
import { authenticator, type Authenticator } from '#tests/port-suites/authenticator.ts'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer()
const at = { rpId: 'localhost', origin: server.origin }

let count = 0
const password = 'secret-7'

/** A member with a confirmed email, signed in just now. */
async function member() {
  const email = `holder${++count}@example.org`
  const browser = server.browser()
  const { json } = await browser.send('POST', 'sign-up/email', { name: 'Hol Der', email, password })
  const token = linkIn(server.mails.findLast((mail) => mail.to.address === email)).searchParams.get('token')
  await browser.send('POST', 'verify-email', { token })
  return { browser, email, id: String(json.user?.id), subjects: () => subjectsTo(email) }
}
const subjectsTo = (email: string) =>
  server.mails
    .filter(({ to, subject }) => to.address === email && !subject.includes('Confirm'))
    .map((mail) => mail.subject)

const challenge = async (browser: Browser, path: string) => {
  const { status, json } = await browser.send('POST', path, {})
  return { status, code: json.code, challenge: String(json.challenge), options: json }
}

async function add(browser: Browser, key: Authenticator, name = 'My phone') {
  const { challenge: asked } = await challenge(browser, 'passkeys/options')
  return browser.send('POST', 'passkeys/add', { name, credential: key.create({ ...at, challenge: asked }) })
}

async function signIn(
  browser: Browser,
  key: Authenticator,
  differently: Partial<Parameters<Authenticator['get']>[0]> = {},
) {
  const { challenge: asked } = await challenge(browser, 'passkeys/sign-in-options')
  return browser.send('POST', 'passkeys/sign-in', { credential: key.get({ ...at, challenge: asked, ...differently }) })
}

const factorsOf = async (browser: Browser) =>
  (await browser.send('GET', 'factors')).json as { passkeys: { id: string; name: string; lastUsedAt: string | null }[] }

test('a passkey that was added signs in without email and password, and both are told by email', async () => {
  const { browser, email, id, subjects } = await member()
  const key = authenticator(id)
  const { options } = await challenge(browser, 'passkeys/options')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Dogear' },
    user: { name: email, displayName: 'Hol Der' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  server.ended.length = 0
  expect((await add(browser, key)).status).toBe(200)
  expect(server.ended).toEqual([id])
  expect(subjects()).toEqual(['A passkey was added to your account (Dogear)'])
  expect((await factorsOf(browser)).passkeys).toMatchObject([{ name: 'My phone', lastUsedAt: null }])
  const other = server.browser()
  expect((await signIn(other, key)).status).toBe(200)
  expect(await server.identity.verifyProof((await other.proof()) ?? '')).toMatchObject({ identityId: id, email })
  expect((await factorsOf(browser)).passkeys[0]?.lastUsedAt).not.toBeNull()
})

test('it is renamed and removed by its owner alone, and a removed one signs nobody in', async () => {
  const { browser, subjects, id } = await member()
  const stranger = await member()
  const key = authenticator(id)
  await add(browser, key)
  const { id: passkey } = (await factorsOf(browser)).passkeys[0]!
  for (const path of ['rename', 'remove'])
    expect((await stranger.browser.send('POST', `passkeys/${path}`, { id: passkey, name: 'Mine' })).json.code).toBe(
      'PASSKEY_NOT_FOUND',
    )
  expect((await browser.send('POST', 'passkeys/rename', { id: passkey, name: 'Old phone' })).status).toBe(200)
  const elsewhere = server.browser()
  await signIn(elsewhere, key)
  expect((await browser.send('POST', 'passkeys/remove', { id: passkey })).status).toBe(200)
  expect(subjects()).toContain('A passkey was removed from your account (Dogear)')
  expect((await factorsOf(browser)).passkeys).toEqual([])
  expect(await elsewhere.proof()).toBeNull()
  expect((await signIn(server.browser(), key)).json.code).toBe('PASSKEY_REFUSED')
})

test('the last way to sign in is never removed', async () => {
  const { browser, id } = await member()
  await add(browser, authenticator(id))
  await server.sql('DELETE FROM identity.account WHERE "userId" = $1', [id])
  const { id: passkey } = (await factorsOf(browser)).passkeys[0]!
  expect((await browser.send('POST', 'passkeys/remove', { id: passkey })).json.code).toBe('LAST_WAY_TO_SIGN_IN')
  await add(browser, authenticator(id), 'Second')
  const removals = (await factorsOf(browser)).passkeys.map(({ id: one }) =>
    browser.send('POST', 'passkeys/remove', { id: one }),
  )
  expect((await Promise.all(removals)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('an unconfirmed email, or a sign-in of a while ago, adds none', async () => {
  const browser = server.browser()
  await browser.send('POST', 'sign-up/email', { name: '', email: `new${++count}@example.org`, password })
  expect((await challenge(browser, 'passkeys/options')).code).toBe('EMAIL_NOT_CONFIRMED')
  const holder = await member()
  const { challenge: asked } = await challenge(holder.browser, 'passkeys/options')
  server.clock.advance(301)
  const credential = authenticator(holder.id).create({ ...at, challenge: asked })
  for (const attempt of [
    challenge(holder.browser, 'passkeys/options'),
    holder.browser.send('POST', 'passkeys/add', { name: 'Late', credential }).then(({ json }) => json),
  ])
    expect((await attempt).code).toBe('CONFIRMATION_NEEDED')
  expect((await holder.browser.send('POST', 'confirm', { password: 'wrong-one' })).json.code).toBe('INVALID_PASSWORD')
  expect((await challenge(holder.browser, 'passkeys/options')).code).toBe('CONFIRMATION_NEEDED')
  expect((await holder.browser.send('POST', 'confirm', { password })).status).toBe(200)
  expect((await add(holder.browser, authenticator(holder.id))).status).toBe(200)
})

test('without the session’s cookie, a proof or a club token adds none', async () => {
  const { browser } = await member()
  const thief = server.browser()
  const authorization = `Bearer ${await browser.proof()}`
  const { status } = await thief.send('POST', 'passkeys/options', {}, { authorization })
  expect(status).toBe(401)
})

test('a challenge works once, and in the browser that asked', async () => {
  const { browser, id } = await member()
  const key = authenticator(id)
  await add(browser, key)
  const asking = server.browser()
  const { challenge: asked } = await challenge(asking, 'passkeys/sign-in-options')
  const credential = key.get({ ...at, challenge: asked })
  const elsewhere = server.browser()
  await challenge(elsewhere, 'passkeys/sign-in-options')
  for (const other of [server.browser(), elsewhere])
    expect((await other.send('POST', 'passkeys/sign-in', { credential })).json.code).toBe('PASSKEY_REFUSED')
  // The cookies as they were, too.
  const before = new Map(asking.cookies)
  const answers = []
  for (let times = 0; times < 2; times += 1) {
    for (const [name, value] of before) asking.cookies.set(name, value)
    answers.push((await asking.send('POST', 'passkeys/sign-in', { credential })).status)
  }
  expect(answers).toEqual([200, 401])
})

test('one challenge adds one passkey, to the account that asked', async () => {
  const { browser, id } = await member()
  const { challenge: asked } = await challenge(browser, 'passkeys/options')
  const cookies = new Map(browser.cookies)
  const addBy = (key: Authenticator) =>
    browser.send('POST', 'passkeys/add', { name: 'Phone', credential: key.create({ ...at, challenge: asked }) })
  expect((await addBy(authenticator(id))).status).toBe(200)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect((await addBy(authenticator(id))).json.code).toBe('PASSKEY_REFUSED')
  const stranger = await member()
  for (const [name, value] of cookies) if (name.includes('passkey_adding')) stranger.browser.cookies.set(name, value)
  expect(
    (
      await stranger.browser.send('POST', 'passkeys/add', {
        name: 'Phone',
        credential: authenticator().create({ ...at, challenge: asked }),
      })
    ).json.code,
  ).toBe('PASSKEY_REFUSED')
})

test('answers of another site, for another site, unverified or forged are refused alike', async () => {
  const { browser, id } = await member()
  const key = authenticator(id)
  await add(browser, key)
  const wrong = [
    { origin: 'https://evil.example' },
    { origin: `http://127.0.0.1:${server.port}` },
    { rpId: 'evil.example' },
    { isVerified: false },
    { challenge: Buffer.from('made up').toString('base64url') },
  ]
  for (const differently of wrong) {
    const { status, json } = await signIn(server.browser(), key, differently)
    expect([status, json]).toEqual([401, { code: 'PASSKEY_REFUSED', message: 'That passkey doesn’t work here.' }])
  }
  const forger = authenticator(id)
  const guest = server.browser()
  const { challenge: asked } = await challenge(guest, 'passkeys/sign-in-options')
  const credential = forger.get({ ...at, challenge: asked }, key.id)
  expect((await guest.send('POST', 'passkeys/sign-in', { credential })).json.code).toBe('PASSKEY_REFUSED')
  const { challenge: toAdd } = await challenge(browser, 'passkeys/options')
  const unverified = authenticator(id).create({ ...at, challenge: toAdd, isVerified: false })
  expect((await browser.send('POST', 'passkeys/add', { name: 'Weak', credential: unverified })).json.code).toBe(
    'PASSKEY_REFUSED',
  )
  expect(await guest.proof()).toBeNull()
})

test('a copy of an authenticator, behind its original, is refused', async () => {
  const { browser, id } = await member()
  const key = authenticator(id)
  await add(browser, key)
  await signIn(server.browser(), key)
  key.uses.count -= 1
  expect((await signIn(server.browser(), key)).json.code).toBe('PASSKEY_REFUSED')
})

test('at an address by number there are none: browsers bind them to a name', async () => {
  const { browser, id } = await member()
  const key = authenticator(id)
  await add(browser, key)
  const byNumber = server.browser({ origin: `http://127.0.0.1:${server.port}` })
  const { challenge: asked } = await challenge(byNumber, 'passkeys/sign-in-options')
  const credential = key.get({ ...at, challenge: asked })
  expect((await byNumber.send('POST', 'passkeys/sign-in', { credential })).json.code).toBe('PASSKEY_REFUSED')
})
