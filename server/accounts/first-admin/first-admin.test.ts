import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FIRST_ADMIN_HOURS } from '#contract/accounts/first-admin.ts'
import { findOpenAccountByEmail } from '#server/accounts/accounts.public.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { askIdentity, cookiesOf, proofOf } from '#tests/kit/proven-account.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { makeFirstAdminLink } from './first-admin.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const anEmail = () => `first-${crypto.randomUUID()}@example.org`
async function aToken(): Promise<string> {
  const made = await makeFirstAdminLink(services)
  return new URL(made!.link).hash.slice(1)
}
const invite = (token: string, email = anEmail()) => send('POST', '/api/first-admin', { body: { token, email } })
const become = (token: string, as: { token: string }) =>
  send('POST', '/api/account/first-admin', { token: as.token, body: { token } })
const countAdmins = async () =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM accounts WHERE role = 'admin'`.execute(db)).rows[0]!
    .count

beforeEach(() => sql`UPDATE accounts SET role = 'user' WHERE role = 'admin'`.execute(db))

describe('the link of a shop without an admin', () => {
  test('makes one, who chooses a password and is in; then it is used, and no other is made', async () => {
    const token = await aToken()
    const email = anEmail()
    const invited = await invite(token, email)
    expect(invited).toMatchObject({ status: 200, json: { path: expect.stringMatching(/^\/reset-password\?token=/) } })
    const { searchParams } = new URL(invited.json.path, server.origin)
    const chosen = { token: searchParams.get('token'), newPassword: 'chosen by the first' }
    expect((await askIdentity(server, 'reset-password', chosen)).status).toBe(200)
    const signedIn = await askIdentity(server, 'sign-in/email', { email, password: 'chosen by the first' })
    const proof = await proofOf(server, cookiesOf(signedIn))
    const { json } = await send('POST', '/api/jwt', { token: proof, body: { email } })
    const log = await send('GET', '/api/audit-log?kind=admin_appointed', { token: json.token })
    expect(log.json[0]).toMatchObject({ by: null, account: { id: (await findOpenAccountByEmail(db, email))!.id } })

    expect(problemOf(await invite(token))).toMatchObject({ code: 'not_found' })
    expect(await makeFirstAdminLink(services)).toBeNull()
  })

  test('is in the database as a hash alone', async () => {
    const token = await aToken()
    const { rows } = await sql<{ row: string }>`SELECT row_to_json(l)::text AS row FROM first_admin_link l`.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(token)
    expect((await invite(token.slice(1))).status).toBe(404)
    expect((await invite(token)).status).toBe(200)
  })

  test('ends after a day, with a later link, and with an admin made otherwise', async () => {
    const late = await aToken()
    clock.advance(FIRST_ADMIN_HOURS * 3600)
    expect((await invite(late)).status).toBe(404)
    const [former, token] = [await aToken(), await aToken()]
    expect((await invite(former)).status).toBe(404)
    const member = await anAccount(services, 'buyer')
    await anAccount(services, 'admin')
    expect((await invite(token)).status).toBe(404)
    expect((await become(token, member)).status).toBe(404)
  })

  test('makes one of two who use it at once', async () => {
    const token = await aToken()
    const member = await anAccount(services, 'buyer')
    const answers = await Promise.all([invite(token), invite(token), become(token, member)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404])
    expect(await countAdmins()).toBe(1)
  })

  test('takes over nobody’s account: who has one signs in, with a confirmed email', async () => {
    const token = await aToken()
    const member = await anAccount(services, 'seller')
    const taken = problemOf(await invite(token, member.email))
    expect(taken).toMatchObject({ code: 'email_taken', invalidFields: [{ field: 'email' }] })
    const unconfirmed = await anAccount(services, 'buyer', { emailVerified: false })
    expect(problemOf(await become(token, unconfirmed))).toMatchObject({
      code: 'email_not_confirmed',
      detail: expect.stringContaining(`npm run admin -- ${unconfirmed.email}`),
    })
    expect(await countAdmins()).toBe(0)
    expect((await become(token, member)).status).toBe(200)
    expect(await findOpenAccountByEmail(db, member.email)).toMatchObject({ role: 'admin' })
    // Earlier sign-ins gain no rights.
    expect((await send('GET', '/api/people', { token: member.token })).status).toBe(401)
  })
})

describe('at Firebase, where the shop may invite nobody', () => {
  let shop: TestServer
  beforeAll(async () => {
    const firebase = {
      API_KEY: `AIza${'x'.repeat(35)}`,
      AUTH_DOMAIN: 'c.firebaseapp.com',
      PROJECT_ID: 'my-club',
      APP_ID: '1:1:web:1',
    }
    const env = Object.fromEntries(Object.entries(firebase).map(([name, value]) => [`FIREBASE_${name}`, value]))
    shop = await startTestServer({ env })
  })

  test('the link makes who is signed in', async () => {
    const { link } = (await makeFirstAdminLink(shop.services))!
    const token = new URL(link).hash.slice(1)
    const asked = await shop.send('POST', '/api/first-admin', { body: { token, email: anEmail() } })
    expect(problemOf(asked)).toMatchObject({ code: 'not_offered', detail: expect.stringContaining('Sign up') })
    const { token: signedIn } = await anAccount(shop.services, 'buyer')
    const became = await shop.send('POST', '/api/account/first-admin', { token: signedIn, body: { token } })
    expect(became.status).toBe(200)
  })
})
