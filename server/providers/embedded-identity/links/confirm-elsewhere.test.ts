import { describe, expect, test } from 'vitest'
import { signInAt } from '#tests/port-suites/federated-sign-in.ts'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ google: true })

let count = 0
const password = 'the first one'

/** A sign-up, whose mail another browser opens. */
async function newcomer() {
  const email = `elsewhere${++count}@example.org`
  const browser = server.browser()
  const { json } = await browser.send('POST', 'sign-up/email', { name: 'Rea Der', email, password })
  const token = () => linkIn(server.mails.findLast(({ to }) => to.address === email)).searchParams.get('token')
  return { browser, email, id: String(json.user?.id), token, link: token() }
}
const look = async (browser: Browser, token: unknown) => (await browser.send('POST', 'verification', { token })).json
const confirm = (browser: Browser, body: object) => browser.send('POST', 'verify-email', body)
const proven = async (browser: Browser) => server.identity.verifyProof((await browser.proof()) ?? '')
const signIn = async (email: string, word: string) =>
  (await server.browser().send('POST', 'sign-in/email', { email, password: word })).status

describe('an email whose account nobody can have used', () => {
  test('is confirmed by a press in another browser, which signs nobody in or out', async () => {
    const { browser, email, id, link } = await newcomer()
    const elsewhere = server.browser()
    expect(await look(elsewhere, link)).toMatchObject({ isOwn: false, takesPress: true })
    expect((await confirm(elsewhere, { token: link })).status).toBe(200)
    expect(await elsewhere.proof()).toBeNull()
    expect(await proven(browser)).toMatchObject({ identityId: id, emailVerified: true, ownsMailbox: false })
    expect(server.profiles.findLast(({ identityId }) => identityId === id)).toMatchObject({ emailVerified: true })
    expect(server.handedOver).not.toContain(id)
    expect(await signIn(email, password)).toBe(200)
    // Pressed again, nothing more happens.
    expect((await confirm(elsewhere, { token: link })).status).toBe(200)
  })

  test('may be taken back by the same link: whoever signed up is put out', async () => {
    const { browser: stranger, email, id, link } = await newcomer()
    const owner = server.browser()
    await confirm(owner, { token: link })
    expect(await look(owner, link)).toMatchObject({ isVerified: true, mayTakeBack: true })
    expect((await look(stranger, link)).mayTakeBack).toBe(false)
    // The sign-up's own session can't, since it has nothing to prove.
    expect((await confirm(stranger, { token: link, newPassword: 'a second one' })).status).toBe(200)
    expect(await signIn(email, 'a second one')).toBe(401)
    expect((await confirm(owner, { token: link, newPassword: 'the owner’s own' })).status).toBe(200)
    expect(server.handedOver).toContain(id)
    expect(await stranger.proof()).toBeNull()
    expect(await signIn(email, password)).toBe(401)
    expect(await proven(owner)).toMatchObject({ identityId: id, ownsMailbox: true })
    // Proven by now: another use of the link changes nothing.
    await confirm(server.browser(), { token: link, newPassword: 'somebody else’s' })
    expect(await signIn(email, 'the owner’s own')).toBe(200)
  })

  test('takes no passkey and no second step before its mailbox is proven', async () => {
    const { browser, email, token, link } = await newcomer()
    await confirm(server.browser(), { token: link })
    for (const path of ['passkeys/options', 'second-factor/new-app'])
      expect((await browser.send('POST', path, {})).json.code).toBe('MAILBOX_NOT_PROVEN')
    await browser.send('POST', 'sign-in-link', { email })
    expect((await browser.send('POST', 'sign-in-link/use', { token: token() })).status).toBe(200)
    expect((await browser.send('POST', 'passkeys/options', {})).status).toBe(200)
    expect(await signIn(email, password)).toBe(200)
  })

  test('is its mailbox’s: a reset ends the password and every session of the sign-up, and takes nothing down', async () => {
    const { browser: stranger, email, id, link, token } = await newcomer()
    await confirm(server.browser(), { token: link })
    const owner = server.browser()
    await owner.send('POST', 'request-password-reset', { email })
    await owner.send('POST', 'reset-password', { token: token(), newPassword: 'the owner’s own' })
    expect([await stranger.proof(), await signIn(email, password)]).toEqual([null, 401])
    expect(server.handedOver).not.toContain(id)
    expect(await proven(owner)).toMatchObject({ ownsMailbox: true })
  })
})

test('a password confirmed by a press elsewhere ends when Google vouches for the email', async () => {
  const { browser: stranger, email, id, link } = await newcomer()
  await confirm(server.browser(), { token: link })
  const owner = server.browser()
  await signInAt(server, 'google', owner, { name: 'Olga Owner', email })
  expect(await proven(owner)).toMatchObject({ identityId: id, ownsMailbox: true })
  expect([await stranger.proof(), await signIn(email, password)]).toEqual([null, 401])
})

describe('a press in another browser is refused', () => {
  const refused = async (link: unknown) => {
    const elsewhere = server.browser()
    const answer = await confirm(elsewhere, { token: link })
    return [(await look(elsewhere, link)).takesPress, answer.status, answer.json.code]
  }
  const REFUSED = [false, 409, 'NEW_PASSWORD_NEEDED']

  test('once the account has listed or bought something', async () => {
    const { id, link } = await newcomer()
    server.used.add(id)
    expect(await refused(link)).toEqual(REFUSED)
  })

  test.each([
    ['signed up with once more', 'sign-up/email', { name: '', password: 'another one' }],
    ['signed in with by another password', 'sign-in/email', { password: 'another one' }],
    ['asked a reset for', 'request-password-reset', {}],
    ['asked a sign-in link for', 'sign-in-link', {}],
    ['asked another confirmation for', 'send-verification-email', {}],
  ])('once the email was %s in another browser', async (_, path, body) => {
    const { email, link } = await newcomer()
    await server.browser().send('POST', path, { email, ...body })
    expect(await refused(link)).toEqual(REFUSED)
  })

  test('but not after the person’s own: the right password, and another mail from their session', async () => {
    const { browser, email, link } = await newcomer()
    expect(await signIn(email, password)).toBe(200)
    await browser.send('POST', 'send-verification-email', { email })
    expect((await look(server.browser(), link)).takesPress).toBe(true)
  })
})

test('what was noted of an email stays on the server', async () => {
  const { browser, email } = await newcomer()
  await server.browser().send('POST', 'request-password-reset', { email })
  expect(JSON.stringify((await browser.send('GET', 'get-session')).json)).not.toContain('typedAgain')
})
