import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/call.ts'
import { aBook, anAccount, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, proofOf, type ProvenAccount, askIdentity, cookiesOf } from '#tests/kit/proven-account.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { problemOf, startTestServer, type Sent } from '#tests/kit/test-server.ts'

const server = await startTestServer({
  env: { RATE_LIMITS: 'on', WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' },
})
const { services, send, clock } = server
const { db } = services

/** Signs up through the provider, with a confirmed email. */
async function somebody(role: Role, name = 'Somebody'): Promise<ProvenAccount> {
  const person = await aProvenAccount(server, role, name)
  await sql`UPDATE accounts SET email_verified = true WHERE id = ${person.id}`.execute(db)
  return person
}
const first = await somebody('admin', 'Keeper')

const make = (what: 'make' | 'remove', id: string, by: ProvenAccount, body: object = { password: by.password }) =>
  send('POST', `/api/accounts/${id}/${what}-admin`, { token: by.token, body })
const roleOf = async (id: string) =>
  (await sql<{ role: Role }>`SELECT role FROM accounts WHERE id = ${id}`.execute(db)).rows[0]!.role
const signedInAgain = async (person: ProvenAccount) => {
  const { rows } = await sql<{ version: number }>`SELECT version FROM accounts WHERE id = ${person.id}`.execute(db)
  return { ...person, token: await freshToken(services, person.id, rows[0]!.version) }
}
/** Makes another admin by the product's own way. */
async function anotherAdmin(): Promise<ProvenAccount> {
  const person = await somebody('user', 'Second')
  expect((await make('make', person.id, first)).status).toBe(200)
  return signedInAgain(person)
}

describe('a second admin', () => {
  test('is appointed by password, keeps the club from then on, and loses it at once', async () => {
    const person = await somebody('user', 'Second')
    expect((await send('GET', '/api/people', { token: person.token })).status).toBe(403)
    expect((await make('make', person.id, first)).json).toEqual({ acknowledged: true })
    // Earlier sign-ins gain no rights.
    expect((await send('GET', '/api/people', { token: person.token })).status).toBe(401)
    const admin = await signedInAgain(person)
    expect((await send('GET', '/api/people', { token: admin.token })).status).toBe(200)

    expect((await make('make', person.id, first)).status).toBe(200)
    expect((await make('remove', person.id, first)).status).toBe(200)
    expect((await send('GET', '/api/people', { token: admin.token })).status).toBe(401)
    expect((await make('remove', person.id, first)).status).toBe(200)
    expect(await roleOf(person.id)).toBe('user')

    const log = (await send('GET', `/api/audit-log?account=${person.id}`, { token: first.token })).json
    expect(log.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['admin_appointed', 'admin_removed'])
    expect(log[0].by).toEqual({ id: first.id, name: 'Keeper' })
    const mails = await bookedMails(server, { name: 'admin_news', params: { accountId: person.id } })
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
      [person.email, person.email, first.email, first.email].toSorted(),
    )
    expect(mails.filter(({ to }) => to.address === first.email).every(({ text }) => text.includes(person.email))).toBe(
      true,
    )
    expect(mails.find(({ subject }) => subject.startsWith('You are an admin'))?.text).toContain('“Keeper” has made you')
  })

  test('goes back to the side that has something in the shop', async () => {
    const [seller, buyer] = [await anotherAdmin(), await anotherAdmin()]
    const sold = await aBook(services, seller)
    await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(db)
    const other = await anAccount(services, 'seller')
    const book = await aBook(services, other)
    await sql`UPDATE accounts SET role = 'buyer' WHERE id = ${buyer.id}`.execute(db)
    const { json } = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
    await send('POST', `/api/my-orders/${json.insertedId}/cancel`, { token: buyer.token })
    await sql`UPDATE accounts SET role = 'admin' WHERE id = ${buyer.id}`.execute(db)
    for (const { id } of [seller, buyer]) expect((await make('remove', id, first)).status).toBe(200)
    expect([await roleOf(seller.id), await roleOf(buyer.id)]).toEqual(['seller', 'buyer'])
  })

  test('can’t be an account with open business, a suspended or an unconfirmed one', async () => {
    const refusedFor = async (person: ProvenAccount, words: string) => {
      const problem = problemOf(await make('make', person.id, first))
      expect(problem).toMatchObject({ code: 'unfit_for_admin', status: 409 })
      expect(problem.detail).toContain(words)
      expect(await roleOf(person.id)).not.toBe('admin')
    }
    const [seller, buyer] = [await somebody('seller'), await somebody('buyer')]
    const book = await aBook(services, seller)
    await refusedFor(seller, 'books for sale')
    const { json } = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
    await refusedFor(buyer, 'orders that aren’t over')
    await send('POST', `/api/my-orders/${json.insertedId}/cancel`, { token: buyer.token })
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    for (const { id } of [seller, buyer]) expect((await make('make', id, first)).status).toBe(200)

    await refusedFor(await aProvenAccount(server, 'user'), 'confirmed their email')
    const out = await somebody('user')
    const suspension = { days: '', reason: 'rules', note: '' }
    await send('POST', `/api/accounts/${out.id}/suspend`, { token: first.token, body: suspension })
    await refusedFor(out, 'suspended')
    expect((await make('make', crypto.randomUUID(), first)).status).toBe(404)
  })
})

describe('without a confirmation nothing happens', () => {
  const refused = async (sent: Promise<Sent>, field: string, id: string) => {
    expect(problemOf(await sent)).toMatchObject({ code: 'invalid_input', invalidFields: [{ field }] })
    expect(await roleOf(id)).not.toBe('admin')
  }

  test('a missing or wrong password, or another person’s, is refused', async () => {
    const person = await somebody('user')
    expect(await roleOf(person.id)).toBe('user')
    for (const body of [{}, { password: '' }, { password: 'wrong' }, { password: person.password }])
      await refused(make('make', person.id, first, body), 'password', person.id)
    // An admin invited by link who signs in with Google has no password.
    const { id, identityId, token } = await anAccount(services, 'admin')
    const keyless = { ...first, id, identityId, token }
    await refused(make('make', person.id, keyless, { password: 'any' }), 'password', person.id)
  })

  test('the proof of a sign-in just now is one; an older one, another’s, and what is no proof isn’t', async () => {
    const [person, other] = [await somebody('user'), await somebody('user')]
    const signIn = async ({ email, password }: ProvenAccount) =>
      cookiesOf(await askIdentity(server, 'sign-in/email', { email, password }))
    const cookie = await signIn(first)
    const proof = (proof: string) => make('make', person.id, first, { proof })
    await refused(proof(await proofOf(server, await signIn(other))), 'proof', person.id)
    await refused(proof(first.token), 'proof', person.id)
    await refused(proof('nonsense'), 'proof', person.id)
    clock.advance(301)
    // The proof is fresh; the sign-in that it comes from is not.
    const token = (await signedInAgain(first)).token
    const late = await send('POST', `/api/accounts/${person.id}/make-admin`, {
      token,
      body: { proof: await proofOf(server, cookie) },
    })
    expect(problemOf(late).detail).toContain('more than 5 minutes ago')
    const again = await proofOf(server, await signIn(first))
    expect(
      (await send('POST', `/api/accounts/${person.id}/make-admin`, { token, body: { proof: again } })).status,
    ).toBe(200)
  })

  test('guesses run out, the right password with them, and come back with time', async () => {
    const admin = await anotherAdmin()
    const person = await somebody('user')
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => make('make', person.id, admin, { password: `guess ${turn}` })),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(25)
    expect(problemOf(await make('make', person.id, admin)).detail).toMatch(/^Too many wrong passwords\. .* minutes\.$/)
    expect(await roleOf(person.id)).toBe('user')
    clock.advance(200)
    expect((await make('make', person.id, await signedInAgain(admin))).status).toBe(200)
  })
})

test('the last admin stays, even when all remove each other at once', async () => {
  const others = [await anotherAdmin(), await anotherAdmin(), await anotherAdmin()]
  await sql`UPDATE accounts SET role = 'user' WHERE role = 'admin' AND NOT id = ANY(${[first.id, ...others.map(({ id }) => id)]})`.execute(
    db,
  )
  const now = await signedInAgain(first)
  const all = [now, ...others]
  const answers = await Promise.all(all.map((by, at) => make('remove', all[(at + 1) % all.length]!.id, by)))
  expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true)
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM accounts WHERE role = 'admin' AND closed_at IS NULL`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  const left = all.find(({ id }) => id === rows[0]!.id)!
  for (const { id } of rows) if (id !== left.id) await make('remove', id, left)
  expect(problemOf(await make('remove', left.id, left))).toMatchObject({ code: 'last_admin', status: 409 })
  expect(await roleOf(left.id)).toBe('admin')
  // An admin may go while another is left.
  const next = await somebody('user')
  expect((await make('make', next.id, left)).status).toBe(200)
  expect((await make('remove', left.id, left)).status).toBe(200)
  expect(await roleOf(left.id)).not.toBe('admin')
})
