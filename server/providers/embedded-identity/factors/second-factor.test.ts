import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { expect, test } from 'vitest'
import { signInAt } from '#tests/port-suites/federated-sign-in.ts'
import { authenticator } from '#tests/port-suites/authenticator.ts'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ google: true })

let count = 0
const password = 'secret-7'

async function member() {
  const email = `codes${++count}@example.org`
  const browser = server.browser()
  const { json } = await browser.send('POST', 'sign-up/email', { name: 'Co Der', email, password })
  await browser.send('POST', 'verify-email', { token: tokenTo(email) })
  return { browser, email, id: String(json.user?.id) }
}
const lastMail = (email: string) => server.mails.findLast((mail) => mail.to.address === email)
const tokenTo = (email: string) => linkIn(lastMail(email)).searchParams.get('token')

type App = { code(stepsAhead?: number): Promise<string> }
/** An authenticator app by the shop's clock, from the secret that a person types into it. */
function app(secret: string): App {
  const otp = createOTP(Buffer.from(base32.decode(secret)).toString())
  return { code: (ahead = 0) => otp.hotp(Math.floor(server.clock.now().getTime() / 30_000) + ahead) }
}

async function newApp(browser: Browser): Promise<App> {
  const { json } = await browser.send('POST', 'second-factor/new-app', {})
  return app(String(json.secret))
}

async function withApp() {
  const person = await member()
  const phone = await newApp(person.browser)
  const { status, json } = await person.browser.send('POST', 'second-factor/confirm-app', { code: await phone.code() })
  expect(status).toBe(200)
  return { ...person, phone, recoveryCodes: json.recoveryCodes as string[] }
}

/** The next step's code: the one before was used. */
const nextCode = (phone: App) => {
  server.clock.advance(30)
  return phone.code()
}

async function firstStep(email: string, word = password) {
  const browser = server.browser()
  const answer = await browser.send('POST', 'sign-in/email', { email, password: word })
  return { browser, ...answer }
}
const secondStep = (browser: Browser, code: string) => browser.send('POST', 'second-step', { code })

test('a second factor is on after its app’s first code, with ten recovery codes and an email', async () => {
  const { browser, email, id } = await member()
  const elsewhere = (await firstStep(email)).browser
  const { json } = await browser.send('POST', 'second-factor/new-app', {})
  const address = new URL(String(json.address))
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Dogear:${email}`,
  ])
  expect(address.searchParams.get('secret')).toBe(json.secret)
  const phone = app(String(json.secret))
  expect((await browser.send('POST', 'second-factor/confirm-app', { code: await phone.code(5) })).json.code).toBe(
    'INVALID_CODE',
  )
  expect((await firstStep(email)).status).toBe(200)
  server.ended.length = 0
  const confirmed = await browser.send('POST', 'second-factor/confirm-app', { code: await phone.code() })
  const recoveryCodes = confirmed.json.recoveryCodes as string[]
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true)
  expect(server.ended).toEqual([id])
  expect(await elsewhere.proof()).toBeNull()
  expect(await browser.proof()).not.toBeNull()
  expect(lastMail(email)?.subject).toBe('Your sign-in has a second step (Dogear)')
  expect((await browser.send('GET', 'factors')).json).toMatchObject({ isOn: true, hasApp: true, codesLeft: 10 })
})

test('the password alone opens no session and gives no proof; the code then does', async () => {
  const { email, id, phone } = await withApp()
  const { browser, status, json, headers } = await firstStep(email)
  expect([status, json.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^dogear\.second_step=[^;]+; Max-Age=600; Path=\/api\/identity; HttpOnly; SameSite=Lax$/),
  ])
  expect((await browser.send('GET', 'token')).status).toBe(401)
  expect((await browser.send('GET', 'get-session')).json).toEqual({})
  expect(await server.sql('SELECT id FROM identity.session WHERE "userId" = $1', [id])).toHaveLength(1)
  expect((await browser.send('GET', 'second-step/waiting')).json).toEqual({
    isWaiting: true,
    hasApp: true,
    hasPasskey: false,
  })
  expect((await secondStep(browser, await nextCode(phone))).status).toBe(200)
  expect(await server.identity.verifyProof((await browser.proof()) ?? '')).toMatchObject({ identityId: id })
  expect((await browser.send('GET', 'second-step/waiting')).json).toMatchObject({ isWaiting: false })
})

test('a wrong password is refused as ever, and says nothing of a second step', async () => {
  const { email } = await withApp()
  const wrong = await firstStep(email, 'wrong-one')
  const unknown = await firstStep('nobody@example.org')
  expect([wrong.status, wrong.json, wrong.headers.getSetCookie()]).toEqual([
    unknown.status,
    unknown.json,
    unknown.headers.getSetCookie(),
  ])
})

test('no code works twice, nor one before it; the words are the same as for a wrong one', async () => {
  const { email, phone } = await withApp()
  server.clock.advance(60)
  const code = await phone.code()
  const earlier = await phone.code(-1)
  expect((await secondStep((await firstStep(email)).browser, code)).status).toBe(200)
  const { browser } = await firstStep(email)
  const answers = []
  for (const tried of [code, earlier, '000000', 'abcde-fghjk', ''])
    answers.push((await secondStep(browser, tried)).json)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.code).toBe('INVALID_CODE')
  const both = await Promise.all([firstStep(email), firstStep(email)])
  const next = await nextCode(phone)
  const together = await Promise.all(both.map((one) => secondStep(one.browser, next)))
  expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a recovery code works once, typed in any way, and an email says how many are left', async () => {
  const { email, recoveryCodes } = await withApp()
  const code = recoveryCodes[3]!.toUpperCase().replace('-', ' ')
  expect((await secondStep((await firstStep(email)).browser, code)).status).toBe(200)
  expect(lastMail(email)?.text).toContain('9 recovery codes are left')
  expect((await secondStep((await firstStep(email)).browser, code)).status).toBe(401)
})

test('the second step belongs to the browser and the person of the first one', async () => {
  const victim = await withApp()
  const thief = await withApp()
  const { browser } = await firstStep(thief.email)
  const stranger = server.browser()
  const code = await nextCode(victim.phone)
  expect((await secondStep(browser, code)).json.code).toBe('INVALID_CODE')
  expect((await secondStep(stranger, code)).json.code).toBe('SECOND_STEP_EXPIRED')
  stranger.cookies.set('localhost dogear.second_step', 'made-up.signature')
  expect((await secondStep(stranger, code)).json.code).toBe('SECOND_STEP_EXPIRED')
  // Planted in the victim's browser, the thief's first step takes the thief's codes alone.
  const victims = server.browser()
  for (const [name, value] of browser.cookies) victims.cookies.set(name, value)
  expect((await secondStep(victims, code)).json.code).toBe('INVALID_CODE')
})

test('a first step is passed once: its cookie opens no second session', async () => {
  const { email, phone, recoveryCodes } = await withApp()
  const { browser } = await firstStep(email)
  const cookies = new Map(browser.cookies)
  await secondStep(browser, await nextCode(phone))
  const session = browser.cookies.get('localhost dogear.session_token')
  const again = server.browser()
  for (const [name, value] of cookies) again.cookies.set(name, value)
  expect((await secondStep(again, recoveryCodes[0]!)).json.code).toBe('SECOND_STEP_EXPIRED')
  expect(session).toBeDefined()
  expect(cookies.has('localhost dogear.session_token')).toBe(false)
})

test('a session planted in the browser is no second step, and the sign-in replaces it', async () => {
  const victim = await withApp()
  const thief = await member()
  const session = 'localhost dogear.session_token'
  const planted = thief.browser.cookies.get(session) ?? ''
  const browser = server.browser()
  browser.cookies.set(session, planted)
  const signIn = { email: victim.email, password }
  expect((await browser.send('POST', 'sign-in/email', signIn)).json.code).toBe('SECOND_FACTOR_NEEDED')
  expect((await secondStep(browser, await nextCode(victim.phone))).status).toBe(200)
  expect(browser.cookies.get(session)).not.toBe(planted)
  expect(await server.identity.verifyProof((await browser.proof()) ?? '')).toMatchObject({ identityId: victim.id })
  expect(await server.identity.verifyProof((await thief.browser.proof()) ?? '')).toMatchObject({ identityId: thief.id })
})

test('a reset of the password asks for the second step, and ends first steps from before', async () => {
  const { email, phone, id } = await withApp()
  const before = await firstStep(email)
  const browser = server.browser()
  await browser.send('POST', 'request-password-reset', { email })
  const reset = await browser.send('POST', 'reset-password', { token: tokenTo(email), newPassword: 'secret-8' })
  expect([reset.status, reset.json.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  expect(await browser.proof()).toBeNull()
  expect(await server.sql('SELECT id FROM identity.session WHERE "userId" = $1', [id])).toEqual([])
  const code = await nextCode(phone)
  expect((await secondStep(before.browser, code)).json.code).toBe('SECOND_STEP_EXPIRED')
  expect((await secondStep(browser, code)).status).toBe(200)
  expect((await firstStep(email, 'secret-8')).status).toBe(403)
})

test('a mailed sign-in link asks for it, too, and is used up by that', async () => {
  const { email, phone } = await withApp()
  const browser = server.browser()
  await browser.send('POST', 'sign-in-link', { email })
  const link = { token: tokenTo(email) }
  const used = await browser.send('POST', 'sign-in-link/use', link)
  expect([used.status, used.json.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  expect(await browser.proof()).toBeNull()
  expect((await server.browser().send('POST', 'sign-in-link/use', link)).status).toBe(400)
  expect((await secondStep(browser, await nextCode(phone))).status).toBe(200)
  expect(await browser.proof()).not.toBeNull()
})

test('a sign-in at a provider asks for it, too', async () => {
  const person = { name: 'Gia Reyes', email: `gia${++count}@example.com` }
  const browser = server.browser()
  await signInAt(server, 'google', browser, person)
  const phone = await newApp(browser)
  await browser.send('POST', 'second-factor/confirm-app', { code: await phone.code() })
  const other = server.browser()
  const end = await signInAt(server, 'google', other, person)
  expect(end.url.searchParams.get('error')).toBe('SECOND_FACTOR_NEEDED')
  expect(await other.proof()).toBeNull()
  expect((await secondStep(other, await nextCode(phone))).status).toBe(200)
  expect(await other.proof()).not.toBeNull()
  // In a browser where they are signed in it confirms nothing that a second factor guards.
  server.clock.advance(400)
  const same = server.browser()
  const session = 'localhost dogear.session_token'
  same.cookies.set(session, other.cookies.get(session) ?? '')
  expect((await signInAt(server, 'google', same, person)).url.searchParams.get('error')).toBeNull()
  expect((await same.send('POST', 'second-factor/off', {})).json.code).toBe('CONFIRMATION_NEEDED')
})

test('with a session and the password alone nobody removes a second factor', async () => {
  const { browser, email, phone } = await withApp()
  server.clock.advance(400)
  const locked = [
    'second-factor/off',
    'second-factor/codes',
    'second-factor/new-app',
    'second-factor/passkey',
    'passkeys/options',
  ]
  const allLocked = async () => {
    for (const path of locked) expect((await browser.send('POST', path, {})).json.code).toBe('CONFIRMATION_NEEDED')
  }
  await allLocked()
  expect((await browser.send('POST', 'confirm', { password })).json.code).toBe('INVALID_CODE')
  await browser.send('POST', 'change-password', { currentPassword: password, newPassword: 'secret-9' })
  expect(await browser.proof()).not.toBeNull()
  await allLocked()
  expect((await browser.send('POST', 'confirm', { code: await phone.code() })).status).toBe(200)
  const codes = await browser.send('POST', 'second-factor/codes', {})
  expect(codes.json.recoveryCodes).toHaveLength(10)
  expect(lastMail(email)?.subject).toContain('new recovery codes')
  expect((await browser.send('POST', 'second-factor/off', {})).status).toBe(200)
  expect(lastMail(email)?.subject).toContain('no longer has a second step')
  expect((await firstStep(email, 'secret-9')).status).toBe(200)
})

test('another app takes the place of the former one, whose codes end; recovery codes stay', async () => {
  const { browser, email, phone, recoveryCodes } = await withApp()
  const newPhone = await newApp(browser)
  expect((await secondStep((await firstStep(email)).browser, await nextCode(phone))).status).toBe(200)
  const { json } = await browser.send('POST', 'second-factor/confirm-app', { code: await newPhone.code() })
  expect(json.recoveryCodes).toBeNull()
  expect((await secondStep((await firstStep(email)).browser, await nextCode(phone))).status).toBe(401)
  expect((await secondStep((await firstStep(email)).browser, await newPhone.code())).status).toBe(200)
  expect((await secondStep((await firstStep(email)).browser, recoveryCodes[9]!)).status).toBe(200)
})

test('a passkey may be the second step; the last one stays while it is', async () => {
  const { browser, email, id } = await member()
  expect((await browser.send('POST', 'second-factor/passkey', {})).json.code).toBe('PASSKEY_NOT_FOUND')
  const key = authenticator(id)
  const at = { rpId: 'localhost', origin: server.origin }
  const { json: asked } = await browser.send('POST', 'passkeys/options', {})
  await browser.send('POST', 'passkeys/add', {
    name: 'Key',
    credential: key.create({ ...at, challenge: String(asked.challenge) }),
  })
  expect((await browser.send('POST', 'second-factor/passkey', {})).json.recoveryCodes).toHaveLength(10)
  const waiting = await firstStep(email)
  expect((await waiting.browser.send('GET', 'second-step/waiting')).json).toEqual({
    isWaiting: true,
    hasApp: false,
    hasPasskey: true,
  })
  expect((await secondStep(waiting.browser, '123456')).json.code).toBe('INVALID_CODE')
  const { json: options } = await waiting.browser.send('POST', 'passkeys/sign-in-options', {})
  const credential = key.get({ ...at, challenge: String(options.challenge) })
  expect((await waiting.browser.send('POST', 'passkeys/sign-in', { credential })).status).toBe(200)
  expect(await waiting.browser.proof()).not.toBeNull()
  const { json } = await browser.send('GET', 'factors')
  const [passkey] = json.passkeys as { id: string }[]
  expect((await browser.send('POST', 'passkeys/remove', { id: passkey?.id })).json.code).toBe('LAST_SECOND_FACTOR')
})

test('secrets and codes are stored sealed or hashed, and never logged', async () => {
  const { id, recoveryCodes, browser } = await withApp()
  const { json } = await browser.send('POST', 'second-factor/new-app', {})
  const raw = Buffer.from(base32.decode(String(json.secret))).toString()
  const rows = JSON.stringify([
    await server.sql('SELECT * FROM identity."secondFactor" WHERE "userId" = $1', [id]),
    await server.sql('SELECT * FROM identity."recoveryCode" WHERE "userId" = $1', [id]),
    server.logged,
    server.mails,
  ])
  for (const secret of [
    raw,
    String(json.secret),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replace('-', '')),
  ])
    expect(rows).not.toContain(secret)
})

test('a person who is removed leaves none of it', async () => {
  const { id } = await withApp()
  await server.identity.management.remove(id)
  for (const table of ['passkey', '"secondFactor"', '"recoveryCode"'])
    expect(await server.sql(`SELECT id FROM identity.${table} WHERE "userId" = $1`, [id])).toEqual([])
})

test('a reset by the club removes all of it, ends the sessions, and says so by email', async () => {
  const { factors } = server.identity
  const { browser, id, email } = await withApp()
  expect(await factors.read(id)).toEqual({ isOn: true, passkeys: [] })
  server.ended.length = 0
  expect([await factors.reset(id), await factors.reset(id), await factors.reset('nobody')]).toEqual([
    true,
    false,
    false,
  ])
  expect([await factors.read(id), server.ended]).toEqual([{ isOn: false, passkeys: [] }, [id]])
  expect(await browser.proof()).toBeNull()
  expect(lastMail(email)?.subject).toContain('The club removed your second step')
  expect((await firstStep(email)).status).toBe(200)
})
