import { describe, expect, test } from 'vitest'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { finishHandingOver } from './hand-over-account.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { anOrder, anOrderPaidAtTheProvider } from '#tests/kit/paying.ts'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { askIdentity, aProvenAccount, mailedLink, proofOf, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { aTalk, unreadOf, write } from '#tests/kit/talking.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ jobs: true })
const { services, send, origin } = server

/** Token of the latest mail to an account. */
const mailedToken = ({ email }: Pick<ProvenAccount, 'email'>, subject: RegExp) => mailedLink(server, email, subject)
const identity = (path: string, body: object) => askIdentity(server, path, body)

/** Confirms the email as its owner, in another browser. Returns the club token. */
async function confirmAsOwner(unverified: ProvenAccount) {
  const token = await mailedToken(unverified, /^Confirm/)
  const { status, headers } = await identity('verify-email', { token, newPassword: 'the owner’s own' })
  expect(status).toBe(200)
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { json } = await send('POST', '/api/jwt', {
    token: await proofOf(server, cookie),
    body: { email: unverified.email },
  })
  return json.token as string
}
const versionOf = async ({ id }: ProvenAccount) => (await findAccountById(services.db, id))?.version
const isForSale = async (book: string) => (await send('GET', `/api/advertise/${book}`)).status === 200
const stateOf = async (order: string, token: string) =>
  (await send('GET', `/api/my-orders/${order}`, { token })).json.state as string

describe('an email proven by its real owner', () => {
  test('takes off sale what the unverified account listed, and ends its sign-ins', async () => {
    const unverified = await aProvenAccount(server, 'seller')
    const book = await aBook(services, unverified)
    const token = await confirmAsOwner(unverified)
    expect(await isForSale(book)).toBe(false)
    expect(await findAccountById(services.db, unverified.id)).toMatchObject({ name: '', role: 'user', photoUrl: null })
    expect((await send('PATCH', '/api/account', { token, body: { checked: 'seller' } })).status).toBe(200)
    const asSeller = await freshToken(services, unverified.id, await versionOf(unverified))
    expect((await send('GET', '/api/my-books', { token: asSeller })).json).toEqual([])
    expect((await send('GET', '/api/my-books', { token: unverified.token })).status).toBe(401)
    const { email, password } = unverified
    expect((await identity('sign-in/email', { email, password })).status).toBe(401)
    // What the owner lists from now on stays, also when a late job comes round once more.
    const until = services.clock.now()
    server.clock.advance(1)
    const own = await aBook(services, unverified)
    await finishHandingOver(services, unverified.id, until)
    expect(await isForSale(own)).toBe(true)
  })

  test('has its unpaid claims released on both sides; paid orders stay', async () => {
    const unverified = await aProvenAccount(server, 'seller')
    const claimed = await anOrder(server, { seller: unverified })
    const paid = await anOrderPaidAtTheProvider(server, { seller: unverified })
    await send('PUT', `/api/makeorderpaid/${paid.order.id}`, { token: paid.order.buyer.token, body: { isPaid: true } })
    await confirmAsOwner(unverified)
    expect(await stateOf(claimed.id, claimed.buyer.token)).toBe('cancelled')
    expect(await isForSale(claimed.book)).toBe(false)
    const mailsAbout = async (email: string) =>
      (await listOutbox(`${server.dataDir}/outbox`)).filter(
        (mail) => mail.to.address === email && mail.subject.startsWith('Cancelled'),
      )
    await until(async () => (await mailsAbout(claimed.buyer.email)).length > 0)
    expect((await mailsAbout(claimed.buyer.email))[0]?.text).toContain('because the book was taken down')
    expect(await mailsAbout(unverified.email)).toEqual([])
    expect(await stateOf(paid.order.id, paid.order.buyer.token)).toBe('paid')

    const buyer = await aProvenAccount(server, 'buyer')
    const bought = await anOrder(server, { buyer })
    const token = await confirmAsOwner(buyer)
    expect(await stateOf(bought.id, token)).toBe('cancelled')
    expect(await isForSale(bought.book)).toBe(true)
  })

  test('shows nothing of what others wrote to the unverified account; what others write from then on arrives', async () => {
    const unverified = await aProvenAccount(server, 'seller')
    const { asker, id } = await aTalk(server, { seller: unverified })
    const token = await confirmAsOwner(unverified)
    expect(await unreadOf(server, { token })).toEqual({ all: 0, each: [] })
    const texts = async (reader: string) =>
      (await send('GET', `/api/conversations/${id}/messages`, { token: reader })).json.map(
        ({ text }: { text: string }) => text,
      )
    expect([await texts(token), await texts(asker.token)]).toEqual([[], ['Is it still there?']])
    await write(server, asker, id, 'Hello?')
    expect(await unreadOf(server, { token })).toEqual({ all: 1, each: [1] })
    expect(await texts(token)).toEqual(['Hello?'])
  })

  test('by a reset as well', async () => {
    const unverified = await aProvenAccount(server, 'seller')
    const book = await aBook(services, unverified)
    await identity('request-password-reset', { email: unverified.email })
    const token = await mailedToken(unverified, /new password/)
    expect((await identity('reset-password', { token, newPassword: 'the owner’s own' })).status).toBe(200)
    expect(await isForSale(book)).toBe(false)
  })

  test('keeps everything where the person confirms it in their own session', async () => {
    const person = await aProvenAccount(server, 'seller')
    const book = await aBook(services, person)
    const token = await mailedToken(person, /^Confirm/)
    const headers = { origin, cookie: person.cookie }
    expect((await send('POST', '/api/identity/verify-email', { body: { token }, headers })).status).toBe(200)
    expect(await isForSale(book)).toBe(true)
    expect((await identity('sign-in/email', { email: person.email, password: person.password })).status).toBe(200)
  })

  test('without an account in the shop there is nothing to hand over', async () => {
    const unverified = await aProvenAccount(server, null)
    const token = await mailedToken(unverified, /^Confirm/)
    expect((await identity('verify-email', { token, newPassword: 'the owner’s own' })).status).toBe(200)
    const seller = await anAccount(services, 'seller')
    expect((await send('GET', '/api/my-books', { as: seller })).status).toBe(200)
  })
})
