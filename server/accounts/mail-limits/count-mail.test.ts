import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { MailJob } from '#server/jobs/mail-job.ts'
import { sendMail } from '#server/jobs/send-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import { anAccount, aBook, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, confirmTheEmail, askIdentity } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { forgetCountedMails } from './count-mail.ts'
import { mailboxOf } from './mail-limits.rules.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services
const hour = 3600
const PASSWORD = 'the right one'

/** Hands over what is booked and wasn't yet, each mail twice as after a crash; gives what goes to these addresses. */
async function mailsTo(...addresses: string[]): Promise<Mail[]> {
  const { rows } = await sql<{ payload: MailJob }>`
    DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'name' IS NOT NULL
    RETURNING payload`.execute(db)
  const mails = new Map<string, Mail>()
  for (const { payload } of [...rows, ...rows])
    await sendMail({ ...services, mail: { send: async (mail) => void mails.set(mail.id!, mail) } }, payload)
  return [...mails.values()].filter(({ to }) => addresses.includes(to.address))
}
const times = <Answer>(count: number, work: (turn: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))
const identity = (path: string, body: object) => askIdentity(server, path, body)
const ask = ({ id, password }: { id: string; password: string }, email: string) =>
  send('POST', '/api/account/email', { as: { id }, body: { email, password } })
async function aConfirmedAccount(email?: string) {
  const person = await aProvenAccount(server, 'buyer', 'Proven Person', email)
  await confirmTheEmail(server, person.identityId)
  return person
}

describe('a stranger’s mailbox', () => {
  test('gets three emails a day about new emails, over all accounts, and the answers don’t reveal it', async () => {
    const people = [await aConfirmedAccount(), await aConfirmedAccount(), await aConfirmedAccount()]
    const spelled = ['stranger@gmail.com', 'stran.ger+a@gmail.com', 'STRANGER+b@googlemail.com', 'stranger@gmail.com']
    await mailsTo()
    const answers = []
    for (const person of people) for (const email of spelled) answers.push(await ask(person, email))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const all = spelled.map((email) => email.toLowerCase())
    expect(await mailsTo(...all)).toHaveLength(3)
    clock.advance(25 * hour)
    for (const person of people) await ask(person, 'stranger@gmail.com')
    await ask(people[0]!, 'stranger@gmail.com')
    expect(await mailsTo(...all)).toHaveLength(3)
  })

  test('gets five links to sign in within 15 minutes, ten a day; the answers stay the same', async () => {
    const email = 'never-linked@example.org'
    await identity('sign-up/email', { name: '', email, password: PASSWORD })
    const linked = async () => {
      const answers = await times(6, () => identity('sign-in-link', { email }))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const links = (await mailsTo(email)).filter(({ text }) => text.includes('/sign-in-link?'))
      clock.advance(16 * 60)
      return links.length
    }
    expect([await linked(), await linked(), await linked()]).toEqual([5, 5, 0])
  })

  test('gets five confirmations a day, five resets an hour and ten a day; the answers stay the same', async () => {
    const email = 'never-asked@example.org'
    await identity('sign-up/email', { name: 'Your prize waits', email, password: PASSWORD })
    const answers = await times(16, (turn) =>
      identity(turn % 2 ? 'send-verification-email' : 'request-password-reset', { email }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const mails = await mailsTo(email)
    const of = (page: string) => mails.filter(({ text }) => text.includes(page)).length
    expect([of('/verify-email?'), of('/reset-password?')]).toEqual([5, 5])
    expect(mails.map(({ text }) => text).join()).not.toContain('prize')
    const resets = async () => {
      clock.advance(hour + 1)
      await times(6, () => identity('request-password-reset', { email }))
      return (await mailsTo(email)).length
    }
    expect([await resets(), await resets()]).toEqual([5, 0])
  })

  test('that is an account’s unconfirmed one gets ten pieces of news a day, and reads why in the last', async () => {
    const seller = await anAccount(services, 'seller', { emailVerified: false })
    const [buyer, other] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
    const buyAndCancel = async ({ id }: { id: string }) => {
      const [token, book] = [await freshToken(services, id), await aBook(services, seller)]
      const order = (await send('POST', '/api/buy-now', { token, body: buyNowBody(book) })).json.insertedId as string
      await send('POST', `/api/my-orders/${order}/cancel`, { token })
    }
    for (const person of [buyer, other]) for (let turn = 0; turn < 8; turn += 1) await buyAndCancel(person)
    // What was reserved meanwhile isn't any more: only the cancellations are news.
    const mails = await mailsTo(seller.email)
    expect(mails).toHaveLength(10)
    expect(mails.filter(({ text }) => text.includes('isn’t confirmed, so we send nothing more'))).toHaveLength(1)
    clock.advance(25 * hour)
    await sql`UPDATE accounts SET email_verified = true WHERE id = ${seller.id}`.execute(db)
    for (const person of [buyer, other]) for (let turn = 0; turn < 8; turn += 1) await buyAndCancel(person)
    expect(await mailsTo(seller.email)).toHaveLength(16)
  })
})

test('an owner still gets a reset, and every word about the account’s safety, whatever strangers have asked for', async () => {
  const [owner, stranger] = [await aConfirmedAccount(), await aConfirmedAccount()]
  const password = owner.password
  await mailsTo()
  for (let turn = 0; turn < 5; turn += 1) await ask(stranger, owner.email)
  expect(await mailsTo(owner.email)).toHaveLength(3)
  for (let turn = 0; turn < 4; turn += 1) {
    await times(6, () => identity('request-password-reset', { email: owner.email }))
    expect(await mailsTo(owner.email)).toHaveLength(5)
    clock.advance(hour + 1)
  }
  for (const place of [1, 2, 3, 4, 5]) await ask({ id: owner.id, password }, `owner-${place}@example.org`)
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 5 }, () => 'A new email for your Dogear account?'),
  )
})

test('emails past every limit’s time are forgotten, and no email address is stored with them', async () => {
  const { rows } = await sql<{ row: string }>`SELECT c::text AS row FROM counted_mails c`.execute(db)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(({ row }) => row).join()).not.toMatch(/@|stranger/)
  clock.advance(25 * hour)
  await forgetCountedMails(services)
  expect((await sql`SELECT FROM counted_mails`.execute(db)).rows).toEqual([])
})

test.each([
  ['Ada+books@Example.org', 'ada@example.org'],
  ['a.da@example.org', 'a.da@example.org'],
  ['A.D.A+x+y@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+49170@example.org', '+49170@example.org'],
])('%s is the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
