import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { WrittenMail } from '#server/ports/mail.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { findEmailChange } from '#server/accounts/email-change/email-change.public.ts'
import { closeOwnAccount } from '#server/account-closure/close-own-account.ts'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { freshToken } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import {
  aProvenAccount,
  confirmTheEmail,
  proofOf,
  type ProvenAccount,
  cookiesOf,
  askIdentity,
} from '#tests/kit/proven-account.ts'
import { rendered } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { finishEmailChange } from './confirm-new-email.ts'

const server = await startTestServer()
const { services, send } = server
const { db } = services
const hour = 3600
let count = 0
const anAddress = () => `new-${++count}@example.org`

/** Signs in as browsers do, with a club token of a session. */
async function signedIn(given?: string): Promise<ProvenAccount> {
  const person = await aProvenAccount(server, 'buyer', 'Proven Person', given)
  await confirmTheEmail(server, person.identityId)
  return { ...person, token: await tokenFor(person, person.email) }
}
async function tokenFor({ cookie }: ProvenAccount, email: string): Promise<string> {
  const answer = await send('POST', '/api/jwt', { token: await proofOf(server, cookie), body: { email } })
  return answer.json.token as string
}
const ask = ({ token, password }: ProvenAccount, email: string) =>
  send('POST', '/api/account/email', { token, body: { email, password } })
const confirm = ({ token }: ProvenAccount, link: string) =>
  send('POST', '/api/account/email/confirm', { token, body: { token: link } })
const waiting = async ({ token }: ProvenAccount) => (await send('GET', '/api/account/email', { token })).json.waiting
const emailOf = async ({ id }: ProvenAccount) => (await findAccountById(db, id))!.email

/** Emails waiting for an address, latest last. */
async function mailsTo(address: string): Promise<ReturnType<typeof rendered<WrittenMail>>[]> {
  const { rows } = await sql<{ sealed: string }>`
    SELECT j.payload -> 'params' ->> 'sealed' AS sealed FROM graphile_worker._private_jobs j
    WHERE j.payload ->> 'name' = 'written' ORDER BY j.id`.execute(db)
  const mails = rows.map(({ sealed }) => rendered(JSON.parse(services.sealer.open(sealed) ?? 'null') as WrittenMail))
  return mails.filter(({ to }) => to.address === address)
}
async function linkTo(address: string): Promise<string> {
  // A sign-up with the address gets another email there.
  const tokens = (await mailsTo(address)).map(({ text }) => /\/dashboard\/change-email\?token=([\w-]+)/.exec(text)?.[1])
  return tokens.findLast((token) => token !== undefined) ?? ''
}

describe('a new email', () => {
  test('is the account’s once its link is used: at the provider, in the club, in what was ordered; other devices are out', async () => {
    const person = await signedIn()
    const order = await anOrder(server, { buyer: person })
    const { password } = person
    const elsewhere = await askIdentity(server, 'sign-in/email', { email: person.email, password })
    const email = anAddress()
    expect((await ask(person, email)).status).toBe(200)
    expect(await waiting(person)).toBe(email)
    expect(await emailOf(person)).toBe(person.email)
    expect((await mailsTo(person.email)).at(-1)?.text).toContain('If that wasn’t you')

    const link = await linkTo(email)
    expect((await confirm(person, link)).status).toBe(200)
    expect(await findAccountById(db, person.id)).toMatchObject({ email, emailVerified: true })
    const { rows } = await sql`SELECT buyer_email FROM orders WHERE id = ${order.id}`.execute(db)
    expect(rows).toEqual([{ buyer_email: email }])
    expect((await mailsTo(person.email)).at(-1)?.subject).toContain('has a new email')
    // Earlier tokens are ended; this browser gets a new one, the other one none.
    expect((await send('GET', '/api/account/email', { token: person.token })).status).toBe(401)
    const here = { ...person, token: await tokenFor(person, email) }
    expect(await waiting(here)).toBeNull()
    const cookie = cookiesOf(elsewhere)
    expect(await proofOf(server, cookie)).toBeUndefined()
    expect((await confirm(here, link)).status).toBe(404)
  })

  test('is asked for and confirmed by the account alone, within 24 hours, by the latest link', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const [first, second] = [anAddress(), anAddress()]
    await ask(person, first)
    const early = await linkTo(first)
    await ask(person, second)
    const late = await linkTo(second)
    expect((await confirm(person, early)).status).toBe(404)
    expect((await confirm(other, late)).status).toBe(404)
    server.clock.advance(24.5 * hour)
    const later = { ...person, token: await tokenFor(person, person.email) }
    expect((await confirm(later, late)).status).toBe(404)
    expect(await waiting(later)).toBeNull()
    expect(await emailOf(person)).toBe(person.email)
  })

  test('that waits is forgotten on request, by a new owner of the present one, and with the account', async () => {
    const people = [await signedIn(), await signedIn(), await signedIn()] as const
    const addresses = people.map(() => anAddress())
    for (const [place, person] of people.entries()) await ask(person, addresses[place]!)
    await send('DELETE', '/api/account/email', { token: people[0].token })
    expect((await confirm(people[0], await linkTo(addresses[0]!))).status).toBe(404)
    await handOverAccount(services, people[1].identityId)
    expect((await findEmailChange(db, people[1].id))?.newEmail).toBe('')
    await closeOwnAccount(services, { ...(await findAccountById(db, people[2].id))!, signedInAt: 0 }, people[2].email)
    expect(await findEmailChange(db, people[2].id)).toBeNull()
  })

  test('is asked for five times a day at most', async () => {
    const person = await signedIn()
    for (let turn = 0; turn < 5; turn += 1) expect((await ask(person, anAddress())).status).toBe(200)
    expect(await ask(person, anAddress())).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    server.clock.advance(25 * hour)
    const later = { ...person, token: await tokenFor(person, person.email) }
    expect((await ask(later, anAddress())).status).toBe(200)
  })
})

describe('an account that requests a new email', () => {
  test('must have confirmed the current one, so that throwaway accounts can’t mail strangers', async () => {
    const person = await aProvenAccount(server, 'buyer')
    const email = anAddress()
    expect(await ask(person, email)).toMatchObject({ status: 409, json: { code: 'email_not_confirmed' } })
    expect(await mailsTo(email)).toEqual([])
  })

  test('shows the password once more', async () => {
    const person = await signedIn()
    for (const password of ['', 'not the password'])
      expect(await ask({ ...person, password }, anAddress())).toMatchObject({
        status: 422,
        json: { invalidFields: [{ field: 'password' }] },
      })
    expect(await waiting(person)).toBeNull()
    expect(await mailsTo(person.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('A new email') }),
    )
  })

  test('has signed in a moment ago, where there is no password', async () => {
    const person = await signedIn()
    await sql`DELETE FROM identity.account WHERE "userId" = ${person.identityId}`.execute(db)
    const askAfter = async (minutes: number) => {
      const since = new Date(services.clock.now().getTime() - minutes * 60_000)
      await sql`UPDATE identity.session SET "createdAt" = ${since} WHERE "userId" = ${person.identityId}`.execute(db)
      const body = { email: anAddress(), password: '', proof: await proofOf(server, person.cookie) }
      return (await send('POST', '/api/account/email', { token: person.token, body })).status
    }
    expect([await askAfter(1), await askAfter(6)]).toEqual([200, 422])
    expect(await ask({ ...person, password: 'any' }, anAddress())).toMatchObject({
      json: { invalidFields: [{ field: 'password', message: expect.stringContaining('in the way that you sign in') }] },
    })
  })
})

describe('an email that is taken', () => {
  test('is answered like any other; only its reader learns of the account', async () => {
    const [person, owner] = [await signedIn(), await signedIn()]
    const [taken, free] = [await ask(person, owner.email), await ask(person, anAddress())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect(await linkTo(owner.email)).toBe('')
    expect((await mailsTo(owner.email)).at(-1)?.text).toContain('It already belongs to an account')
    expect((await ask(person, person.email)).status).toBe(422)
  })

  test('goes to one of two concurrent confirmations; the other account keeps its own', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const email = anAddress()
    await ask(one, email)
    const first = await linkTo(email)
    await ask(two, email)
    const second = await linkTo(email)
    const answers = await Promise.all([confirm(one, first), confirm(two, second)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    const emails = [await emailOf(one), await emailOf(two)]
    expect(emails.filter((each) => each === email)).toHaveLength(1)
    expect(emails.filter((each) => each === one.email || each === two.email)).toHaveLength(1)
  })

  test('because they signed up with it meanwhile, stays theirs', async () => {
    const person = await signedIn()
    const email = anAddress()
    await ask(person, email)
    const newcomer = await signedIn(email)
    expect((await confirm(person, await linkTo(email))).status).toBe(404)
    expect([await emailOf(person), await emailOf(newcomer)]).toEqual([person.email, email])
  })
})

test('a change that broke off between provider and club is ended by its job, as often as that runs', async () => {
  const person = await signedIn()
  const email = anAddress()
  await ask(person, email)
  const { identity } = services
  const sessionId = (await identity.sessions!.list(person.identityId))[0]!.id
  await sql`UPDATE email_changes SET confirmed_at = now() WHERE account_id = ${person.id}`.execute(db)
  await identity.management!.changeEmail({ identityId: person.identityId, email, sessionId })
  const finish = () => finishEmailChange(services, person.id, sessionId)
  await Promise.all([finish(), finish()])
  await finish()
  expect(await emailOf(person)).toBe(email)
  expect((await mailsTo(person.email)).filter(({ subject }) => subject.includes('has a new email'))).toHaveLength(1)
})

test('a token that is given between provider and club ends with the change, too', async () => {
  const person = await signedIn()
  await ask(person, anAddress())
  const { identity } = services
  const sessionId = (await identity.sessions!.list(person.identityId))[0]!.id
  await sql`UPDATE email_changes SET confirmed_at = now() WHERE account_id = ${person.id}`.execute(db)
  const { changeEmail } = identity.management!
  let token = ''
  vi.spyOn(identity.management!, 'changeEmail').mockImplementationOnce(async (change) => {
    const outcome = await changeEmail(change)
    token = await freshToken(services, person.id, (await findAccountById(db, person.id))!.version)
    expect((await send('GET', '/api/account/email', { token })).status).toBe(200)
    return outcome
  })
  await finishEmailChange(services, person.id, sessionId)
  expect((await send('GET', '/api/account/email', { token })).status).toBe(401)
})

test('where one is signed in is listed, this one marked; one ends, then all others, with their tokens, at once', async () => {
  const person = await signedIn()
  const another = async () => {
    const device = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' }
    const { email, password } = person
    const cookie = cookiesOf(await askIdentity(server, 'sign-in/email', { email, password }, device))
    return { ...person, cookie, token: await tokenFor({ ...person, cookie }, person.email) }
  }
  const [phone, tablet] = [await another(), await another()]
  const list = async ({ token }: ProvenAccount) =>
    (await send('GET', '/api/account/sessions', { token })).json as { id: string; device: string; isThisOne: boolean }[]
  const places = await list(phone)
  expect(places).toHaveLength(3)
  expect(places.filter(({ isThisOne }) => isThisOne)).toMatchObject([{ device: 'Firefox on Linux' }])

  const lost = (await list(tablet)).find(({ isThisOne }) => isThisOne)!.id
  expect(
    (await send('POST', '/api/account/sessions/end', { token: phone.token, body: { session: lost } })).status,
  ).toBe(200)
  expect((await send('GET', '/api/account/sessions', { token: tablet.token })).status).toBe(401)
  expect(await proofOf(server, tablet.cookie)).toBeUndefined()
  const renewed = { ...phone, token: await tokenFor(phone, phone.email) }
  expect(await list(renewed)).toHaveLength(2)

  expect((await send('POST', '/api/account/sessions/end-others', { token: renewed.token })).status).toBe(200)
  expect(await proofOf(server, person.cookie)).toBeUndefined()
  const alone = { ...phone, token: await tokenFor(phone, phone.email) }
  expect(await list(alone)).toMatchObject([{ isThisOne: true }])
})
