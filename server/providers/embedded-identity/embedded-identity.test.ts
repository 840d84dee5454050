import { request as plainRequest } from 'node:http'
import { expect, test } from 'vitest'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { linkIn, photoOf, startIdentityServer } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ hashPassword: undefined })

let count = 0
const password = 'secret-7'
const address = () => `reader${++count}@example.org`

async function newcomer(email = address()) {
  const browser = server.browser()
  const { status, json } = await browser.send('POST', 'sign-up/email', { name: 'Rea Der', email, password })
  expect(status).toBe(200)
  const mail = () => server.mails.findLast((mail) => mail.to.address === email)
  return { browser, email, id: String(json.user?.id), mail }
}
const signIn = (email: string, word: string) =>
  server.browser().send('POST', 'sign-in/email', { email, password: word })

test('its tables stand in a schema of their own', async () => {
  const rows = await server.sql(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'identity' ORDER BY 1`,
  )
  expect(rows.map((row) => row.table_name)).toEqual([
    'account',
    'guesses',
    'jwks',
    'passkey',
    'recoveryCode',
    'secondFactor',
    'session',
    'user',
    'verification',
  ])
})

test('the session is a cookie that scripts and other sites can’t use, and the password hash is argon2id', async () => {
  const { browser, email, id } = await newcomer()
  browser.cookies.clear()
  const { headers } = await browser.send('POST', 'sign-in/email', { email, password })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^dogear\.session_token=[^;]+; Max-Age=\d+; Path=\/api\/identity; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^dogear\.device=[\w.-]+; Max-Age=31536000; Path=\/api\/identity; HttpOnly; SameSite=Lax$/),
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  const [account] = await server.sql('SELECT password FROM identity.account WHERE "userId" = $1', [id])
  expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('concurrent first sign-ins of a new shop all get a valid proof', async () => {
  const fresh = await startIdentityServer()
  const arrive = async (email: string) => {
    const browser = fresh.browser()
    await browser.send('POST', 'sign-up/email', { name: '', email, password })
    return fresh.identity.verifyProof((await browser.proof()) ?? '')
  }
  const emails = Array.from({ length: 6 }, address)
  const believed = await Promise.all(emails.map(arrive))
  expect(believed.map((proof) => proof?.email)).toEqual(emails)
  // Verifiers cache the keys for a while: a key made later would be missing.
  expect(await fresh.sql('SELECT id FROM identity.jwks')).toHaveLength(1)
})

test('a proof carries what it must and nothing more', async () => {
  const { browser } = await newcomer()
  const proof = (await browser.proof()) ?? ''
  expect(decodeProtectedHeader(proof)).toEqual({ alg: 'EdDSA', kid: expect.any(String) as string })
  const claims = decodeJwt(proof)
  expect(Object.keys(claims).toSorted()).toEqual([
    'aud',
    'auth_time',
    'confirmed_elsewhere',
    'email',
    'email_verified',
    'exp',
    'iat',
    'iss',
    'name',
    'picture',
    'sid',
    'sub',
    'via',
  ])
  expect(claims).toMatchObject({ aud: 'dogear-proof', iss: server.origin, via: 'password' })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
})

test('only the paths of the product are open', async () => {
  const { browser } = await newcomer()
  const closed: [string, string][] = [
    ['GET', 'jwks'],
    ['GET', 'ok'],
    ['GET', 'error'],
    ['GET', 'list-sessions'],
    ['POST', 'revoke-sessions'],
    ['POST', 'change-email'],
    ['POST', 'delete-user'],
    ['GET', 'delete-user/callback'],
    ['POST', 'link-social'],
    ['GET', 'list-accounts'],
    ['POST', 'get-access-token'],
    ['POST', 'update-session'],
    ['GET', 'reset-password/abc'],
    ['GET', 'sign-in/email'],
    ['GET', 'verify-email?token=abc'],
    ['POST', 'token'],
    ['POST', 'callback/google'],
    ['GET', 'callback/github'],
    ['GET', 'token/'],
    ['GET', 'constructor'],
    ['GET', '__proto__'],
    ['GET', '%2e%2e/token'],
  ]
  for (const [method, path] of closed) {
    const { status } = await browser.send(method, path, method === 'POST' ? {} : undefined)
    expect([path, status]).toEqual([path, 404])
  }
})

test('refusals come with better-auth’s codes', async () => {
  const { browser, email } = await newcomer()
  const codes = async (path: string, body: unknown) => {
    const { status, json } = await browser.send('POST', path, body)
    return [status, json.code]
  }
  expect(await codes('sign-up/email', { name: '', email, password })).toEqual([
    422,
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  ])
  expect(await codes('sign-up/email', { name: '', email: address(), password: '12345' })).toEqual([
    400,
    'PASSWORD_TOO_SHORT',
  ])
  expect(await codes('sign-up/email', { name: '', email: address(), password: 'x'.repeat(129) })).toEqual([
    400,
    'PASSWORD_TOO_LONG',
  ])
  expect(await codes('sign-up/email', { name: '', email: 'nobody', password })).toEqual([422, 'INVALID_EMAIL'])
  expect(await codes('sign-in/email', { email, password: 'wrong-one' })).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  expect(await codes('sign-in/email', { email: address(), password })).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  expect(await codes('sign-up/email', '{"name":')).toEqual([400, 'INVALID_JSON'])
  expect(await codes('sign-up/email', { name: 'a\u0000b', email: address(), password })).toEqual([422, 'INVALID_INPUT'])
  expect(await codes('sign-in/email', { email, password: 7 })).toEqual([422, 'INVALID_INPUT'])
  expect(await codes('reset-password', { token: 'never-made', newPassword: password })).toEqual([400, 'INVALID_TOKEN'])
  expect((await browser.send('POST', 'verify-email', { token: 'never-made' })).json.code).toBe('INVALID_TOKEN')
  expect(
    (await browser.send('POST', 'sign-in/email', 'email=a&password=b', { 'content-type': 'text/plain' })).status,
  ).toBe(415)
})

test('a sign-up can’t set what only a mail or the shop decides', async () => {
  const email = address()
  const body = { name: 'Sly', email, password, emailVerified: true, image: 'https://evil.example/x.png', role: 'admin' }
  const { json } = await server.browser().send('POST', 'sign-up/email', body)
  expect(json.user).toMatchObject({ emailVerified: false, image: null })
})

test('two sign-ups with one address at once: one person, and the other learns why', async () => {
  const email = address()
  const send = () => server.browser().send('POST', 'sign-up/email', { name: '', email, password })
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  const losers = answers.filter(({ status }) => status !== 200)
  expect(losers.map(({ json }) => json.code)).toEqual(Array(5).fill('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'))
})

test('pages of other origins may not write', async () => {
  const { browser, email } = await newcomer()
  for (const origin of ['https://evil.example', 'null', `http://localhost:${server.port}.evil.example`])
    for (const [path, body] of [
      ['sign-in/email', { email, password }],
      ['sign-out', {}],
      ['request-password-reset', { email }],
    ] as const)
      expect([path, (await browser.send('POST', path, body, { origin })).status]).toEqual([path, 403])
  expect(await browser.proof()).not.toBeNull()
})

test('the verification mail can be sent again to oneself', async () => {
  const { browser, email, mail } = await newcomer()
  const first = mail()
  expect((await browser.send('POST', 'send-verification-email', { email })).status).toBe(200)
  expect(mail()).not.toBe(first)
  expect((await browser.send('POST', 'send-verification-email', { email: 'other@example.org' })).json.code).toBe(
    'EMAIL_MISMATCH',
  )
})

test('a mail contains a person’s name only once the email is confirmed', async () => {
  const { browser, email, mail } = await newcomer()
  expect(mail()?.to).toEqual({ name: '', address: email })
  expect(mail()?.text).not.toContain('Rea Der')
  await browser.send('POST', 'request-password-reset', { email })
  expect(mail()?.to).toEqual({ name: '', address: email })
  await browser.send('POST', 'send-verification-email', { email })
  await browser.send('POST', 'verify-email', { token: linkIn(mail()).searchParams.get('token') })
  await browser.send('POST', 'request-password-reset', { email })
  expect(mail()?.to).toEqual({ name: 'Rea Der', address: email })
})

test('a reset by mail revokes the unverified owner, proves the address, works once and signs in', async () => {
  const { browser: unverifiedOwner, email, id, mail } = await newcomer()
  const owner = server.browser()
  await owner.send('POST', 'request-password-reset', { email })
  const older = linkIn(mail()).searchParams.get('token')
  await owner.send('POST', 'request-password-reset', { email })
  const link = linkIn(mail())
  expect(link.pathname).toBe('/reset-password')
  const token = link.searchParams.get('token')
  expect((await owner.send('POST', 'reset-password', { token, newPassword: '12345' })).json.code).toBe(
    'PASSWORD_TOO_SHORT',
  )
  expect((await owner.send('POST', 'reset-password', { token, newPassword: 'owner-word' })).status).toBe(200)
  expect(await unverifiedOwner.proof()).toBeNull()
  expect((await signIn(email, password)).status).toBe(401)
  expect(await server.identity.verifyProof((await owner.proof()) ?? '')).toMatchObject({
    identityId: id,
    emailVerified: true,
  })
  expect(server.ended).toContain(id)
  for (const used of [token, older])
    expect(
      (await owner.send('POST', 'reset-password', { token: used, newPassword: 'again-and-again' })).json.code,
    ).toBe('INVALID_TOKEN')
})

test('asking for a reset doesn’t reveal who has an account', async () => {
  const { email } = await newcomer()
  const before = server.mails.length
  const known = await server.browser().send('POST', 'request-password-reset', { email })
  const unknown = await server.browser().send('POST', 'request-password-reset', { email: address() })
  expect([known.status, known.json]).toEqual([unknown.status, unknown.json])
  expect(server.mails.length).toBe(before + 1)
})

test('tokens of mails are stored as hashes', async () => {
  const { email, mail } = await newcomer()
  await server.browser().send('POST', 'request-password-reset', { email })
  const token = linkIn(mail()).searchParams.get('token')
  const rows = JSON.stringify(await server.sql('SELECT * FROM identity.verification'))
  expect(rows).not.toContain(token)
})

test('changing the password needs the present one and ends every other session', async () => {
  const { browser, email, id } = await newcomer()
  const elsewhere = server.browser()
  await elsewhere.send('POST', 'sign-in/email', { email, password })
  const change = (currentPassword: string) =>
    browser.send('POST', 'change-password', { currentPassword, newPassword: 'another-one', revokeOtherSessions: false })
  expect((await change('wrong-one')).json.code).toBe('INVALID_PASSWORD')
  expect(server.ended).not.toContain(id)
  expect((await change(password)).status).toBe(200)
  expect(await elsewhere.proof()).toBeNull()
  expect(await browser.proof()).not.toBeNull()
  expect(server.ended).toContain(id)
  expect((await signIn(email, 'another-one')).status).toBe(200)
})

test('signing out ends the session and notifies the shop', async () => {
  const { browser, id } = await newcomer()
  expect((await browser.send('POST', 'sign-out', {})).status).toBe(200)
  expect(await browser.proof()).toBeNull()
  expect(server.ended).toContain(id)
})

test('name and photo: only the person’s own upload, and the shop is notified', async () => {
  const { browser, id } = await newcomer()
  const { id: another } = await newcomer()
  expect((await browser.send('POST', 'update-user', { name: ' Rea D. ', image: photoOf(id) })).status).toBe(200)
  expect(server.profiles.at(-1)).toEqual({
    identityId: id,
    name: 'Rea D.',
    photoUrl: photoOf(id),
    emailVerified: false,
  })
  for (const image of [
    photoOf(another),
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)',
    '/\\evil.example',
    'data:image/png;base64,AA',
    'https://shop.invalid/x',
  ])
    expect([image, (await browser.send('POST', 'update-user', { image })).json.code]).toEqual([image, 'INVALID_IMAGE'])
  expect((await browser.send('POST', 'update-user', { name: 'Rea', image: photoOf(id) })).status).toBe(200)
  expect((await browser.send('POST', 'update-user', { image: null })).status).toBe(200)
  expect((await browser.send('POST', 'update-user', { email: 'boss@example.org' })).status).toBe(400)
  expect((await server.browser().send('POST', 'update-user', { name: 'x' })).status).toBe(401)
})

test('a name can’t hold what lets a text pretend to be another one', async () => {
  const { browser } = await newcomer()
  for (const name of ['Rea\u202Egnp', 'Rea\u2066D', 'Rea\u009b', 'Rea\u2028D'])
    expect([name, (await browser.send('POST', 'update-user', { name })).json.code]).toEqual([name, 'INVALID_INPUT'])
})

test('odd requests are refused, never a failure', async () => {
  const browser = server.browser()
  const failed: string[] = []
  for (const path of ['callback/google', 'callback/google?state=%00&code=1', 'callback/google?code=x&state=y'])
    failed.push(...((await browser.send('GET', path)).status >= 500 ? [path] : []))
  for (const body of ['null', '[]', '"text"', '{"email":null}', `{"email":"${'a'.repeat(5000)}"}`])
    for (const path of [
      'sign-up/email',
      'sign-in/email',
      'reset-password',
      'verification',
      'verify-email',
      'sign-in-link',
      'sign-in-link/read',
      'sign-in-link/use',
      'update-user',
      'sign-in/social',
      'change-password',
    ])
      failed.push(...((await browser.send('POST', path, body)).status >= 500 ? [`${path} ${body}`] : []))
  expect(failed).toEqual([])
  const status = await new Promise((resolve, reject) =>
    plainRequest(
      `${server.origin}/api/identity/get-session`,
      { headers: { cookie: 'dogear.session_token=%00%ff.x', host: 'evil.example' } },
      (answer) => resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(200)
  expect(server.logged.filter((line) => line.includes('a request failed'))).toEqual([])
})
