import { expect, test } from 'vitest'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer()

let count = 0
const password = 'the first one'

/** A sign-up with an email that its owner may not have made. */
async function newcomer(name = 'Rea Der') {
  const email = `taken${++count}@example.org`
  const browser = server.browser()
  const { json } = await browser.send('POST', 'sign-up/email', { name, email, password })
  const mail = () => server.mails.findLast(({ to }) => to.address === email)
  const token = () => linkIn(mail()).searchParams.get('token')
  return { browser, email, id: String(json.user?.id), mail, token, link: token() }
}
const signIn = async (email: string, word: string) =>
  (await server.browser().send('POST', 'sign-in/email', { email, password: word })).status
const look = (browser: Browser, token: unknown) => browser.send('POST', 'verification', { token })
const confirm = (browser: Browser, body: object) => browser.send('POST', 'verify-email', body)
const proven = async (browser: Browser) => server.identity.verifyProof((await browser.proof()) ?? '')

test('a link says what it confirms, to whom it matters, and does nothing by that', async () => {
  const { browser, email, id, mail, link } = await newcomer()
  expect(linkIn(mail()).href).toMatch(new RegExp(`^${server.origin}/verify-email\\?token=`))
  const facts = {
    email,
    name: 'Rea Der',
    signedUpAt: expect.stringMatching(/^\d{4}-.*Z$/),
    isVerified: false,
    takesPress: true,
    mayTakeBack: false,
    question: null,
  }
  expect((await look(browser, link)).json).toEqual({ ...facts, isOwn: true })
  expect((await look(server.browser(), link)).json).toEqual({ ...facts, isOwn: false })
  const { browser: somebodyElse } = await newcomer()
  expect((await look(somebodyElse, link)).json).toEqual({ ...facts, isOwn: false })
  expect(await proven(browser)).toMatchObject({ emailVerified: false })
  expect(await signIn(email, password)).toBe(200)
  expect([server.ended, server.handedOver]).not.toContainEqual(expect.arrayContaining([id]))
})

test('in one’s own session a link confirms, keeps the password, and ends the sessions elsewhere', async () => {
  const { browser, email, id, link } = await newcomer()
  const elsewhere = server.browser()
  await elsewhere.send('POST', 'sign-in/email', { email, password })
  expect((await confirm(browser, { token: link })).status).toBe(200)
  expect(await elsewhere.proof()).toBeNull()
  expect(await proven(browser)).toMatchObject({ emailVerified: true })
  expect(await signIn(email, password)).toBe(200)
  expect(server.ended).toContain(id)
  expect(server.handedOver).not.toContain(id)
  expect(server.profiles.findLast(({ identityId }) => identityId === id)).toMatchObject({ emailVerified: true })
  // A repeated confirmation succeeds without signing in, and can't set another password.
  const stranger = server.browser()
  expect((await look(stranger, link)).json).toMatchObject({ isVerified: true, isOwn: false })
  expect((await confirm(stranger, { token: link, newPassword: 'somebody else’s' })).status).toBe(200)
  expect(await stranger.proof()).toBeNull()
  expect(await signIn(email, 'somebody else’s')).toBe(401)
})

test('in any other browser it needs a new password once the account was used, and the unverified owner loses all access', async () => {
  const { browser: unverifiedOwner, email, id, link } = await newcomer('Not Tomas')
  server.used.add(id)
  const unverifiedProof = (await unverifiedOwner.proof()) ?? ''
  const owner = server.browser()
  expect(await confirm(owner, { token: link })).toMatchObject({ status: 409, json: { code: 'NEW_PASSWORD_NEEDED' } })
  expect(await confirm(owner, { token: link, newPassword: 'short' })).toMatchObject({
    status: 400,
    json: { code: 'PASSWORD_TOO_SHORT' },
  })
  expect(await signIn(email, password)).toBe(200)
  expect(server.handedOver).not.toContain(id)

  expect((await confirm(owner, { token: link, newPassword: 'the owner’s own' })).status).toBe(200)
  expect(await proven(owner)).toMatchObject({ identityId: id, emailVerified: true })
  expect(server.handedOver).toContain(id)
  expect(await unverifiedOwner.proof()).toBeNull()
  expect(await server.identity.verifyProof(unverifiedProof)).toBeNull()
  expect(await signIn(email, password)).toBe(401)
  expect(await signIn(email, 'the owner’s own')).toBe(200)
  expect(server.profiles.findLast(({ identityId }) => identityId === id)).toMatchObject({ emailVerified: true })
})

test('pressed twice at the same moment, one new password stands', async () => {
  const { email, link } = await newcomer()
  const words = ['the first press', 'the other press']
  const browsers = words.map(() => server.browser())
  await Promise.all(words.map((newPassword, at) => confirm(browsers[at]!, { token: link, newPassword })))
  expect(await signIn(email, password)).toBe(401)
  const open = await Promise.all(words.map((word) => signIn(email, word)))
  expect(open.filter((status) => status === 200)).toHaveLength(1)
})

test('a reset of an email that was never confirmed revokes the unverified owner, too; of a confirmed one it doesn’t', async () => {
  const { browser, email, id, token } = await newcomer()
  await server.browser().send('POST', 'request-password-reset', { email })
  const reset = (newPassword: string) =>
    server.browser().send('POST', 'reset-password', { token: token(), newPassword })
  expect((await reset('short')).json.code).toBe('PASSWORD_TOO_SHORT')
  expect(server.handedOver).not.toContain(id)
  expect((await reset('the owner’s own')).status).toBe(200)
  expect(server.handedOver.filter((one) => one === id)).toHaveLength(1)
  expect(await browser.proof()).toBeNull()

  await server.browser().send('POST', 'request-password-reset', { email })
  expect((await reset('another one')).status).toBe(200)
  expect(server.handedOver.filter((one) => one === id)).toHaveLength(1)
})

test('an invited person who never signed in has no unverified owner to revoke', async () => {
  const email = `invited${++count}@example.org`
  const { identityId, link } = await server.identity.management.invite({ email, name: '' })
  const token = new URL(link).searchParams.get('token')
  expect((await server.browser().send('POST', 'reset-password', { token, newPassword: 'a fine one' })).status).toBe(200)
  expect(server.handedOver).not.toContain(identityId)
})

test('an invitation to a taken email revokes the unverified owner', async () => {
  const { email, id } = await newcomer()
  await server.identity.management.invite({ email, name: '' })
  expect(server.handedOver).toContain(id)
  expect(await signIn(email, password)).toBe(401)
})

test('what is no link of ours is refused as an expired one', async () => {
  const { browser } = await newcomer()
  const forged = `${btoa('{"alg":"none"}')}.${btoa('{"email":"taken1@example.org"}')}.`
  for (const token of ['never-made', forged, await browser.proof()])
    for (const answer of [
      await look(browser, token),
      await confirm(browser, { token }),
      await confirm(browser, { token, newPassword: password }),
    ])
      expect([token, answer.status, answer.json.code]).toEqual([token, 400, 'INVALID_TOKEN'])
})

test('the mails say what their link will do', async () => {
  const { email, mail } = await newcomer()
  expect(mail()).toMatchObject({
    subject: 'Confirm your email for Dogear',
    text: expect.stringMatching(/Please confirm your email.*what you were doing continues.*ignore this email/s),
  })
  await server.browser().send('POST', 'request-password-reset', { email })
  expect(mail()?.text).toContain('the books listed with it are taken down')
})
