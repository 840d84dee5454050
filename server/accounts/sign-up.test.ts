import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, proofOf, type ProvenAccount, cookiesOf, askIdentity } from '#tests/kit/proven-account.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server

const signUp = (person: ProvenAccount, more: object = {}) =>
  send('POST', '/api/signup', {
    token: person.proof,
    body: {
      name: 'Nora Berg',
      email: person.email,
      password: person.password,
      checked: 'buyer',
      userIdFirebase: 'somebody-else',
      emailVerified: true,
      ...more,
    },
  })
const accountOf = async ({ email, proof }: ProvenAccount) => {
  const { token } = (await send('POST', '/api/jwt', { token: proof, body: { email } })).json
  return (await send('GET', `/api/user-type-find?email=${encodeURIComponent(email)}`, { token })).json
}

describe('POST /signup', () => {
  test('creates the account of the proven identity; what the body says of that is ignored', async () => {
    const person = await aProvenAccount(server, null)
    expect((await signUp(person)).json).toEqual({ acknowledged: true })
    expect(await accountOf(person)).toEqual({
      _id: expect.any(String),
      name: 'Nora Berg',
      email: person.email,
      checked: 'buyer',
      userIdFirebase: person.identityId,
      emailVerified: false,
      photoUrl: null,
      joinedAt: expect.stringMatching(/Z$/),
      isBuyer: true,
      isSeller: false,
      listingsPaused: false,
      mailRefusal: null,
      needsSecondStep: false,
      timeZone: null,
    })
  })

  test('never keeps the password: not in any table, file or line of the log [sign-up-1]', async () => {
    const person = { ...(await aProvenAccount(server, null)) }
    const secret = 'Wanderduene-4711-geheim'
    expect((await signUp(person, { password: secret })).status).toBe(200)
    expect((await signUp(person, { password: secret, checked: 'wrong' })).status).toBe(422)
    const { rows: tables } = await sql<{ name: string }>`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(server.database.db)
    expect(tables.length).toBeGreaterThan(15)
    for (const { name } of tables) {
      const { rows } = await sql`SELECT 1 FROM ${sql.raw(name)} t WHERE t::text LIKE ${`%${secret}%`}`.execute(
        server.database.db,
      )
      expect({ name, found: rows.length }).toEqual({ name, found: 0 })
    }
    expect(server.logged.join('\n')).not.toContain(secret)
    const files = (await readdir(server.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain(secret)
  })

  test.each([
    ['user', 'user'],
    ['buyer', 'buyer'],
    ['seller', 'seller'],
    [undefined, 'user'],
    [null, 'user'],
  ])('asked for the role %s, it is %s [sign-up-2]', async (checked, role) => {
    const person = await aProvenAccount(server, null)
    expect((await signUp(person, { checked })).status).toBe(200)
    expect(await accountOf(person)).toMatchObject({ checked: role })
  })

  test('refuses the admin, and creates nothing', async () => {
    const person = await aProvenAccount(server, null)
    expect(await signUp(person, { checked: 'admin' })).toMatchObject({
      status: 403,
      json: { code: 'role_not_allowed' },
    })
    const asked = await send('POST', '/api/jwt', { token: person.proof, body: { email: person.email } })
    expect(asked).toMatchObject({ status: 404, json: { code: 'no_account' } })
  })

  test('the same identity again changes nothing and is acknowledged, also at the same moment', async () => {
    const person = await aProvenAccount(server, null)
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(person)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await signUp(person, { name: 'Another Name', checked: 'seller' })).json).toEqual({ acknowledged: true })
    expect(await accountOf(person)).toMatchObject({ name: 'Nora Berg', checked: 'buyer' })
  })

  test('refuses an address that belongs to another identity', async () => {
    const person = await aProvenAccount(server, null)
    await anAccount(services, 'seller', { email: person.email })
    expect(await signUp(person)).toMatchObject({
      status: 409,
      json: { code: 'email_taken', detail: 'The email address is already in use by another account.' },
    })
  })

  test('refuses another address than the proven one', async () => {
    const person = await aProvenAccount(server, null)
    expect(await signUp(person, { email: 'other@example.org' })).toMatchObject({
      status: 403,
      json: { code: 'not_your_email', invalidFields: [{ field: 'email' }] },
    })
  })

  test('an empty name falls back to that of the identity, and where there is none, stays empty', async () => {
    const named = await aProvenAccount(server, null)
    await signUp(named, { name: '' })
    expect(await accountOf(named)).toMatchObject({ name: 'Proven Person' })
    const nameless = await aProvenAccount(server, null, '')
    await signUp(nameless, { name: '  ' })
    expect(await accountOf(nameless)).toMatchObject({ name: '' })
    // What clients of identity providers send where no name is known.
    const unknown = await aProvenAccount(server, null, '')
    expect((await signUp(unknown, { name: null })).status).toBe(200)
    expect(await accountOf(unknown)).toMatchObject({ name: '' })
    expect(await signUp(await aProvenAccount(server, null), { name: 7 })).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'name', message: 'Please enter text' }] },
    })
  })
})

describe('changing an account', () => {
  test('no name may imitate the club or another member, from any source', async () => {
    const origin = { origin: server.origin }
    for (const name of ['Dogear Admin', 'Оttilie Brandt', 'call +1 555 0100']) {
      const person = await aProvenAccount(server, null, '')
      const invalidFields = [{ field: 'name', message: expect.stringMatching(/club|alphabet|leave out/) }]
      expect(await signUp(person, { name })).toMatchObject({ status: 422, json: { invalidFields } })
      expect((await signUp(person, { name: 'Otti\u200Blie Brandt' })).status).toBe(200)
      expect(await accountOf(person)).toMatchObject({ name: 'Ottilie Brandt' })
      const token = await freshToken(services, (await accountOf(person))._id)
      const changed = await send('PATCH', '/api/account', { token, body: { name } })
      expect(changed).toMatchObject({ status: 422, json: { invalidFields } })
      const body = { name, email: `x-${person.email}`, password: 'the right one' }
      expect((await send('POST', '/api/identity/sign-up/email', { body, headers: origin })).status).toBe(422)
      const headers = { ...origin, cookie: person.cookie }
      expect((await send('POST', '/api/identity/update-user', { body: { name }, headers })).status).toBe(422)
      expect(await accountOf(person)).toMatchObject({ name: 'Ottilie Brandt' })
    }
  })

  test('an identity’s older name that passes for the club is dropped, and its owner still signs up', async () => {
    const person = await aProvenAccount(server, null, 'Kim')
    await sql`UPDATE identity."user" SET name = 'Dogear Support' WHERE id = ${person.identityId}`.execute(
      server.database.db,
    )
    const proof = await proofOf(server, person.cookie)
    expect((await signUp({ ...person, proof }, { name: '' })).status).toBe(200)
    expect(await accountOf({ ...person, proof })).toMatchObject({ name: '' })
  })

  test('the name changes on every book at once', async () => {
    const seller = await anAccount(services, 'seller', { name: 'Old Name' })
    const book = await aBook(services, seller)
    expect((await send('PATCH', '/api/account', { token: seller.token, body: { name: 'New Name' } })).json).toEqual({
      acknowledged: true,
    })
    expect((await send('GET', `/api/advertise/${book}`)).json.sellerName).toBe('New Name')
  })

  test('going from selling to buying and back keeps books and orders [sign-up-3]', async () => {
    const seller = await anAccount(services, 'seller')
    const order = await anOrder(server, { seller })
    const unsold = await aBook(services, seller)
    const change = async (checked: string, version: number) =>
      send('PATCH', '/api/account', { token: await freshToken(services, seller.id, version), body: { checked } })
    expect((await change('buyer', 1)).status).toBe(200)
    const buyerToken = await freshToken(services, seller.id, 2)
    expect((await send('GET', '/api/my-books', { token: buyerToken })).json).toHaveLength(2)
    expect((await send('GET', '/api/my-orders', { token: buyerToken })).json).toEqual([])
    expect((await send('GET', `/api/advertise/${unsold}`)).status).toBe(200)
    expect((await change('seller', 2)).status).toBe(200)
    const token = await freshToken(services, seller.id, 3)
    const books = (await send('GET', '/api/my-books', { token })).json as { _id: string }[]
    expect(books.map(({ _id }) => _id).toSorted()).toEqual([order.book, unsold].toSorted())
    expect((await send('GET', '/api/my-buyers', { token })).json).toMatchObject([{ _id: order.id }])
  })

  test('the role admin can’t be taken or given up', async () => {
    const [user, admin] = [await anAccount(services, 'user'), await anAccount(services, 'admin')]
    const become = ({ token }: { token: string }, checked: string) =>
      send('PATCH', '/api/account', { token, body: { checked } })
    expect(await become(user, 'admin')).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'checked' }] } })
    expect(await become(user, 'user')).toMatchObject({ status: 422 })
    expect(await become(admin, 'buyer')).toMatchObject({ status: 403, json: { code: 'role_not_allowed' } })
  })
})

describe('looking up roles', () => {
  test('is answered for oneself, and for anyone to the admin', async () => {
    const [buyer, admin] = [await anAccount(services, 'buyer'), await anAccount(services, 'admin')]
    const asks = async ({ token }: { token: string }, email: string) => {
      const roles = ['admin', 'buyer', 'seller'].map(async (role) => {
        const { json } = await send('GET', `/api/allusers/${role}/${encodeURIComponent(email)}`, { token })
        return json as object
      })
      return Object.assign({}, ...(await Promise.all(roles))) as object
    }
    const aBuyer = { isAdmin: false, isBuyer: true, isSeller: false }
    expect(await asks(buyer, buyer.email)).toEqual(aBuyer)
    expect(await asks(admin, buyer.email)).toEqual(aBuyer)
    expect(await asks(admin, admin.email)).toEqual({ isAdmin: true, isBuyer: false, isSeller: false })
    expect(await asks(admin, 'nobody@example.org')).toEqual({ isAdmin: false, isBuyer: false, isSeller: false })
    expect(await asks(buyer, admin.email)).toMatchObject({ code: 'not_your_email' })
    const unknown = await send('GET', '/api/user-type-find?email=nobody@example.org', { token: admin.token })
    expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })
})

describe('inviting, as npm run admin and the import do', () => {
  const address = () => `invited-${crypto.randomUUID()}@example.org`

  test('makes an account with a one-time link, once', async () => {
    const person = { email: address(), role: 'admin', linkAlways: true } as const
    const first = await inviteAccount(services, person)
    const second = await inviteAccount(services, person)
    expect(second.account.id).toBe(first.account.id)
    expect(first.account.role).toBe('admin')
    for (const { invitation } of [first, second]) expect(invitation?.link).toMatch(/^http.*\/reset-password\?token=/)
    const seller = { email: address(), role: 'seller' } as const
    expect((await inviteAccount(services, seller)).invitation).not.toBeNull()
    expect((await inviteAccount(services, seller)).invitation).toBeNull()
  })

  test('the link signs in, once, and the admin gets a club token', async () => {
    const email = address()
    const { invitation } = await inviteAccount(services, { email, role: 'admin' })
    const token = new URL(invitation?.link ?? '').searchParams.get('token')
    const reset = () => askIdentity(server, 'reset-password', { token, newPassword: 'chosen by the admin' })
    expect((await reset()).status).toBe(200)
    expect((await reset()).status).toBeGreaterThanOrEqual(400)
    const signedIn = await askIdentity(server, 'sign-in/email', { email, password: 'chosen by the admin' })
    const proof = await proofOf(server, cookiesOf(signedIn))
    const { json } = await send('POST', '/api/jwt', { token: proof, body: { email } })
    expect((await send('GET', '/api/all-sellers', { token: json.token })).status).toBe(200)
  })

  test('doesn’t make an admin of a stranger who signed up with the address before', async () => {
    for (const role of ['buyer', null] as const) {
      const squatter = await aProvenAccount(server, role)
      const { invitation } = await inviteAccount(services, { email: squatter.email, role: 'admin', linkAlways: true })
      const signIn = { email: squatter.email, password: squatter.password }
      const headers = { origin: server.origin, cookie: squatter.cookie }
      expect((await send('POST', '/api/identity/sign-in/email', { body: signIn, headers })).status).toBe(401)
      expect((await send('GET', '/api/identity/token', { headers })).status).toBe(401)
      for (const token of [squatter.proof, squatter.token])
        expect((await send('POST', '/api/jwt', { token, body: { email: squatter.email } })).status).toBe(401)
      const reset = {
        token: new URL(invitation?.link ?? '').searchParams.get('token'),
        newPassword: 'chosen by the owner',
      }
      expect((await send('POST', '/api/identity/reset-password', { body: reset, headers })).status).toBe(200)
    }
  })

  test('an existing buyer becomes an admin and is out until the next sign-in; an admin never a seller', async () => {
    const buyer = await anAccount(services, 'buyer')
    await inviteAccount(services, { email: buyer.email, role: 'admin' })
    expect((await send('GET', '/api/user-type-find', { token: buyer.token })).status).toBe(401)
    await expect(inviteAccount(services, { email: buyer.email, role: 'seller' })).rejects.toThrow(/is an admin/)
  })
})
