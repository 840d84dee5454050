import { expect, test } from 'vitest'
import { follow, openChooser, paths, press, signInAt } from '#tests/port-suites/federated-sign-in.ts'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ google: true })

let people = 0
const address = (name: string) => `${name}.${++people}@example.com`
const signInWithGoogle = (browser: Browser, person: { email: string; name: string }) =>
  signInAt(server, 'google', browser, person)

test.each(['localhost', '127.0.0.1'])(
  'a sign-in with Google runs through PKCE, chooser and consent at %s',
  async (host) => {
    const origin = `http://${host}:${server.port}`
    const browser = server.browser({ origin })
    const { authorization } = await openChooser(server, 'google', browser)
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'select_account',
      redirect_uri: `${origin}/api/identity/callback/google`,
      nonce: expect.any(String) as string,
    })
    const end = await signInWithGoogle(browser, { name: 'Robin Marlow', email: 'robin.marlow@example.com' })
    expect(end.url.href).toBe(`${origin}/signed-in-popup`)
    expect(await server.identity.verifyProof((await browser.proof()) ?? '')).toMatchObject({
      email: 'robin.marlow@example.com',
      emailVerified: true,
      name: 'Robin Marlow',
      via: 'federated',
    })
  },
)

test('the same Google account is the same person, and Google’s tokens are not stored', async () => {
  const person = { name: 'Ines Calder', email: 'ines.calder@example.com' }
  const ids = []
  for (const browser of [server.browser(), server.browser()]) {
    await signInWithGoogle(browser, person)
    ids.push((await server.identity.verifyProof((await browser.proof()) ?? ''))?.identityId)
  }
  expect(ids[0]).toBe(ids[1])
  const [account] = await server.sql('SELECT * FROM identity.account WHERE "userId" = $1', [ids[0]])
  expect([account?.accessToken, account?.refreshToken, account?.idToken]).toEqual([null, null, null])
})

test('cancelling answers access_denied, on the chooser and on the consent', async () => {
  for (const step of ['chooser', 'consent']) {
    const browser = server.browser()
    let { page } = await openChooser(server, 'google', browser)
    if (step === 'consent')
      page = await press(server, browser, page, 'choose', { name: 'New', email: 'new@example.com' })
    const end = await press(server, browser, page, 'cancel')
    expect(end.url.pathname + end.url.search).toContain('/signed-in-popup?error=access_denied')
    expect(await browser.proof()).toBeNull()
  }
})

test('an unverified owner is revoked when Google vouches for the email', async () => {
  const email = address('tomas.birch')
  const squatter = server.browser()
  const { json } = await squatter.send('POST', 'sign-up/email', { name: 'Not Tomas', email, password: 'squatter' })
  const id = String(json.user?.id)
  await squatter.send('POST', 'request-password-reset', { email })
  const owner = server.browser()
  await signInWithGoogle(owner, { name: 'Tomas Birch', email })
  expect(await server.identity.verifyProof((await owner.proof()) ?? '')).toMatchObject({
    identityId: id,
    emailVerified: true,
    name: 'Tomas Birch',
  })
  expect(await squatter.proof()).toBeNull()
  expect((await squatter.send('POST', 'sign-in/email', { email, password: 'squatter' })).status).toBe(401)
  expect(server.ended).toContain(id)
  expect(server.handedOver).toEqual([id])
  const mail = server.mails.findLast((mail) => mail.subject.includes('new password'))
  const token = linkIn(mail).searchParams.get('token')
  expect((await squatter.send('POST', 'reset-password', { token, newPassword: 'once more' })).json.code).toBe(
    'INVALID_TOKEN',
  )
})

test('a proven address keeps its password when Google is linked to it', async () => {
  const email = address('admin')
  const browser = server.browser()
  await browser.send('POST', 'sign-up/email', { name: 'Kee Per', email, password: 'keep-this' })
  const mail = server.mails.findLast((mail) => mail.to.address === email)
  await browser.send('POST', 'verify-email', { token: linkIn(mail).searchParams.get('token') })
  await signInWithGoogle(server.browser(), { name: 'Other Name', email })
  const again = server.browser()
  expect((await again.send('POST', 'sign-in/email', { email, password: 'keep-this' })).json.user).toMatchObject({
    name: 'Kee Per',
  })
  expect(server.handedOver).toHaveLength(1)
})

test('an answer of Google that another browser asked for is refused', async () => {
  const { page } = await openChooser(server, 'google', server.browser())
  const end = await follow(server, server.browser(), page.url)
  expect(end.html).toContain('expired')
  const browser = server.browser()
  const forged = await follow(server, browser, `${server.origin}/api/identity/callback/google?code=abc&state=def`)
  expect(forged.url.search).toContain('error=')
  expect(await browser.proof()).toBeNull()
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'one is not taken back to %s',
  async (callbackURL) => {
    const { status } = await server
      .browser()
      .send('POST', 'sign-in/social', { provider: 'google', ...paths, callbackURL })
    expect(status).toBe(422)
  },
)

test('a name at Google that passes for the club’s is left out, and its person comes in', async () => {
  const browser = server.browser()
  await signInWithGoogle(browser, { name: 'Dogear Support', email: 'pretends@example.com' })
  expect(await server.identity.verifyProof((await browser.proof()) ?? '')).toMatchObject({
    name: '',
    email: 'pretends@example.com',
  })
})

test('a name at Google that can’t be shown here is left out', async () => {
  const browser = server.browser()
  await signInWithGoogle(browser, { name: 'Robin\u202Egnp', email: 'robin.override@example.com' })
  expect(await server.identity.verifyProof((await browser.proof()) ?? '')).toMatchObject({ name: '' })
})
