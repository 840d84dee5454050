import { beforeAll, expect, test } from 'vitest'
import { refuseWith } from '#contract/problems.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'

// A project without a service account: Firebase itself is asked nothing here.
let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({
    env: {
      FIREBASE_API_KEY: `AIza${'x'.repeat(35)}`,
      FIREBASE_AUTH_DOMAIN: 'my-club.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'my-club',
      FIREBASE_APP_ID: '1:1:web:1',
    },
  })
})

test('ending sessions and changing the email are refused, with what to do instead', async () => {
  const { token } = await anAccount(shop.services, 'buyer')
  const everywhere = await shop.send('POST', '/api/account/sign-out-everywhere', { token })
  expect(problemOf(everywhere)).toMatchObject({
    code: 'not_offered',
    detail: expect.stringContaining('password') as string,
  })
  const body = { email: 'new@example.org', password: 'any', proof: '' }
  const change = await shop.send('POST', '/api/account/email', { token, body })
  expect(problemOf(change)).toMatchObject({ code: 'not_offered', detail: expect.stringContaining('club') as string })
})

test('a password can’t be checked, and says to sign in again', async () => {
  const admin = await anAccount(shop.services, 'admin')
  const { id } = await anAccount(shop.services, 'buyer')
  const asked = await shop.send('POST', `/api/accounts/${id}/make-admin`, {
    token: admin.token,
    body: { password: 'any' },
  })
  expect(problemOf(asked).invalidFields).toEqual([
    { field: 'password', message: 'Passwords can’t be checked here. Please sign in again to confirm.' },
  ])
})

test('an account closes all the same', async () => {
  const { token, email, id } = await anAccount(shop.services, 'buyer')
  expect((await shop.send('POST', '/api/account/close', { token, body: { email } })).status).toBe(200)
  expect((await findAccountById(shop.services.db, id))?.closedAt).not.toBeNull()
})

test('npm run admin appoints who has signed up and confirmed, without a link, and nobody else', async () => {
  const services = { ...shop.services, refuse: refuseWith }
  const appoint = (email: string) => inviteAccount(services, { email, role: 'admin', linkAlways: true })
  await expect(appoint('nobody@example.org')).rejects.toThrow(/Sign up with it first/)
  const { email } = await anAccount(shop.services, 'buyer')
  await shop.database.pool.query('UPDATE accounts SET email_verified = false WHERE email = $1', [email])
  await expect(appoint(email)).rejects.toThrow(/isn’t confirmed yet/)
  await shop.database.pool.query('UPDATE accounts SET email_verified = true WHERE email = $1', [email])
  expect(await appoint(email)).toMatchObject({ account: { role: 'admin' }, invitation: null })
})

test('the site and the privacy page say what holds', async () => {
  const { json } = await shop.send('GET', '/api/config')
  expect((json as { identity: object }).identity).toMatchObject({ isManaged: false, takesDemoPeople: false })
  expect(JSON.stringify(shop.content().pages.privacy)).toContain('The sign-in itself stays at Firebase')
})
