import { describe, expect, test } from 'vitest'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer()

let count = 0
const password = 'the first one'
const newEmail = () => `linked${++count}@example.org`

async function newcomer({ confirmed = true } = {}) {
  const email = newEmail()
  const browser = server.browser()
  const { json } = await browser.send('POST', 'sign-up/email', { name: 'Rea Der', email, password })
  const mail = () => server.mails.findLast(({ to }) => to.address === email)
  const token = () => linkIn(mail()).searchParams.get('token')
  if (confirmed) await browser.send('POST', 'verify-email', { token: token() })
  return { browser, email, id: String(json.user?.id), mail, token }
}
const ask = (email: string, more = {}) => server.browser().send('POST', 'sign-in-link', { email, ...more })
const use = (browser: Browser, token: unknown) => browser.send('POST', 'sign-in-link/use', { token })
const read = (browser: Browser, token: unknown) => browser.send('POST', 'sign-in-link/read', { token })
const proven = async (browser: Browser) => server.identity.verifyProof((await browser.proof()) ?? '')
const signIn = async (email: string, word: string) =>
  (await server.browser().send('POST', 'sign-in/email', { email, password: word })).status

describe('a mailed link', () => {
  test('signs in by a press, once; reading it does nothing', async () => {
    const { email, id, mail, token } = await newcomer()
    expect(await ask(email.toUpperCase(), { returnTo: '/dashboard/messages?x=1' })).toMatchObject({ status: 200 })
    expect(mail()).toMatchObject({ subject: 'Sign in to Dogear' })
    expect(linkIn(mail()).searchParams.get('from')).toBe('/dashboard/messages?x=1')
    const link = token()
    const reader = server.browser()
    expect((await read(reader, link)).json).toEqual({ email, isVerified: true, isOwn: false })
    expect(await reader.proof()).toBeNull()
    expect((await use(reader, link)).json).toEqual({ email })
    expect(await proven(reader)).toMatchObject({ identityId: id, email, via: 'password', ownsMailbox: true })
    for (const again of [use, read])
      expect(await again(server.browser(), link)).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } })
    expect(await signIn(email, password)).toBe(200)
  })

  test('pressed in two browsers at once, signs one in', async () => {
    const { email, token } = await newcomer()
    await ask(email)
    const link = token()
    const answers = await Promise.all([1, 2].map(() => use(server.browser(), link)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  test('is stored as a hash, works by POST alone, and at no address of the library’s', async () => {
    const { email, id, token } = await newcomer()
    await ask(email)
    const rows = await server.sql('SELECT identifier FROM identity.verification WHERE value = $1', [id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token())
    const browser = server.browser()
    for (const path of [`sign-in-link/use?token=${token()}`, `magic-link/verify?token=${token()}`])
      expect((await browser.send('GET', path)).status).toBe(404)
    expect(await browser.proof()).toBeNull()
  })

  test('ends with a reset of the password, and with another link that was used', async () => {
    const { email, token } = await newcomer()
    await ask(email)
    const first = token()
    await server.browser().send('POST', 'request-password-reset', { email })
    const reset = token()
    await server.browser().send('POST', 'reset-password', { token: reset, newPassword: 'a newer one' })
    expect((await use(server.browser(), first)).status).toBe(400)
    await ask(email)
    const second = token()
    await ask(email)
    expect((await use(server.browser(), token())).status).toBe(200)
    expect((await use(server.browser(), second)).status).toBe(400)
  })

  test('makes no account, and answers alike for an email that has none', async () => {
    const email = newEmail()
    const { email: known } = await newcomer()
    const [there, nowhere] = [await ask(known), await ask(email)]
    expect([nowhere.status, nowhere.json]).toEqual([there.status, there.json])
    expect(server.mails.filter(({ to }) => to.address === email)).toEqual([])
    expect(await server.sql('SELECT FROM identity."user" WHERE email = $1', [email])).toEqual([])
    for (const one of [known, email]) {
      server.noMails.reason = new Error('no mail can be noted')
      expect((await ask(one)).status).toBe(500)
      server.noMails.reason = null
    }
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('leads to no other site: %s', async (to) => {
    const { email } = await newcomer()
    expect((await ask(email, { returnTo: to })).status).toBe(422)
  })
})

describe('a mailed link to an email that was never confirmed', () => {
  test('confirms it and puts out who signed up, in another browser', async () => {
    const { browser: stranger, email, id, mail, token } = await newcomer({ confirmed: false })
    await ask(email)
    expect(mail()?.text).toContain('never confirmed')
    const owner = server.browser()
    expect((await read(owner, token())).json).toMatchObject({ isVerified: false, isOwn: false })
    expect((await use(owner, token())).status).toBe(200)
    expect(server.handedOver).toContain(id)
    expect([await stranger.proof(), await signIn(email, password)]).toEqual([null, 401])
    expect(await proven(owner)).toMatchObject({ identityId: id, emailVerified: true, ownsMailbox: true, name: '' })
  })

  test('confirms it in one’s own session, where everything stays', async () => {
    const { browser, email, id, token } = await newcomer({ confirmed: false })
    const elsewhere = server.browser()
    await elsewhere.send('POST', 'sign-in/email', { email, password })
    await browser.send('POST', 'sign-in-link', { email })
    expect((await use(browser, token())).status).toBe(200)
    expect(server.handedOver).not.toContain(id)
    expect(await proven(browser)).toMatchObject({ emailVerified: true, ownsMailbox: true, name: 'Rea Der' })
    expect([await elsewhere.proof(), await signIn(email, password)]).toEqual([null, 200])
  })

  test('where a press elsewhere confirmed it, the sign-up’s password and sessions end, and its listings stay', async () => {
    const { browser: stranger, email, id, token } = await newcomer({ confirmed: false })
    await server.browser().send('POST', 'verify-email', { token: token() })
    expect(await proven(stranger)).toMatchObject({ emailVerified: true })
    await ask(email)
    const owner = server.browser()
    await use(owner, token())
    expect([await stranger.proof(), await signIn(email, password)]).toEqual([null, 401])
    expect(server.handedOver).not.toContain(id)
    expect(server.ended).toContain(id)
    expect(await proven(owner)).toMatchObject({ identityId: id, ownsMailbox: true })
  })
})
