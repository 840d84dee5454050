import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resetSecondFactor } from '#server/accounts/reset-second-factor.ts'
import { anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { live as liveSettings } from '#tests/kit/shop/config-mistakes.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const demo = await startTestServer()
const live = await startTestServer({
  on: demo,
  env: { ...liveSettings, RATE_LIMITS: 'on', PAYMENTS: 'cash' },
})

async function ask(server: TestServer, path: string, { id }: TestAccount) {
  const token = await freshToken(server.services, id)
  return (await server.send('GET', path, { token })).json
}
const needsOne = async (server: TestServer, account: TestAccount): Promise<unknown> =>
  (await ask(server, '/api/user-type-find', account)).needsSecondStep
const isOnTheList = async (account: TestAccount): Promise<unknown> =>
  (await ask(live, '/api/dashboard', account)).club.checklist.find(
    ({ item }: { item: string }) => item === 'second_step',
  )

/** As the account screen does, by an app's first code. */
async function switchOn({ identityId, email }: TestAccount): Promise<void> {
  const { db } = demo.services
  await sql`INSERT INTO identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    VALUES (${identityId}, '', ${email}, true, now(), now())`.execute(db)
  await sql`INSERT INTO identity."secondFactor" (id, "userId", "lastStep", "onSince")
    VALUES (${identityId}, ${identityId}, 0, now())`.execute(db)
}

test('an admin of a live shop is asked for a second step until there is one; members and a demo’s admins aren’t', async () => {
  const admin = await anAccount(demo.services, 'admin')
  const member = await anAccount(demo.services, 'seller')
  expect([await needsOne(live, admin), await needsOne(demo, admin), await needsOne(live, member)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await isOnTheList(admin)).toMatchObject({ done: false })
  await switchOn(admin)
  expect([await needsOne(live, admin), await isOnTheList(admin)]).toEqual([
    false,
    { item: 'second_step', done: true, failed: false },
  ])
  // Each admin is asked about their own.
  expect(await isOnTheList(await anAccount(demo.services, 'admin'))).toMatchObject({ done: false })
})

test('the operator removes a lost one: once, with an entry in the audit log, and every session ends', async () => {
  const admin = await anAccount(demo.services, 'admin')
  const { services, send } = demo
  expect(await resetSecondFactor(services, admin.email)).toBe(false)
  await switchOn(admin)
  const { factors } = services.identity
  expect(await factors?.read(admin.identityId)).toEqual({ isOn: true, passkeys: [] })
  expect([await resetSecondFactor(services, admin.email), await resetSecondFactor(services, admin.email)]).toEqual([
    true,
    false,
  ])
  expect(await factors?.read(admin.identityId)).toEqual({ isOn: false, passkeys: [] })
  expect((await send('GET', '/api/dashboard', admin)).status).toBe(401)
  const { token } = await anAccount(services, 'admin')
  const { json } = await send('GET', '/api/audit-log?kind=second_factor_reset', { token })
  expect(json).toMatchObject([{ kind: 'second_factor_reset', by: null, account: { id: admin.id } }])
  expect(await resetSecondFactor(services, 'nobody@example.org')).toBe(false)
})

test('where another service keeps second factors, the operator is told so', async () => {
  const services = {
    ...demo.services,
    identity: { ...demo.services.identity, factors: null },
    site: { ...demo.services.site, identity: { ...demo.services.site.identity, keptBy: 'Firebase' } },
  }
  await expect(resetSecondFactor(services, 'ann@example.org')).rejects.toThrow('Firebase keeps second factors here')
})
