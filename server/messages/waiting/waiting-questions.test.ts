import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { eraseMessagesOfClosed } from '#server/messages/erase-messages.ts'
import { aBook, anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { askIdentity, aProvenAccount, mailedLink, proofOf, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { ask, unreadOf } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { sendWaitingQuestion } from './send-waiting-question.ts'

const server = await startTestServer({ jobs: true })
const { services, send } = server

async function aBookForSale() {
  const seller = await anAccount(services, 'seller')
  return { seller, book: await aBook(services, seller) }
}
/** As after the confirmation, which ended the tokens. */
const renewed = async ({ id }: TestAccount) => ({
  token: await freshToken(services, id, (await findAccountById(services.db, id))?.version),
})
const waiting = async ({ token }: { token: string }) => (await send('GET', '/api/waiting-question', { token })).json
const inboxOf = async ({ token }: { token: string }) =>
  (await send('GET', '/api/conversations', { token })).json as { last: { text: string } }[]
const confirmationLink = async ({ email }: ProvenAccount) => mailedLink(server, email, /^Confirm/)
const confirm = (token: string | null, headers = {}, more = {}) =>
  askIdentity(server, 'verify-email', { token, ...more }, headers)

describe('the question of an unconfirmed account', () => {
  test('waits, reaches nobody, and is sent by the confirmation in another browser', async () => {
    const { seller, book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'user')
    expect((await ask(server, asker, book, 'Is the spine whole?')).json).toEqual({ waits: true })
    expect(await waiting(asker)).toMatchObject({ book: { id: book }, orderId: null, text: 'Is the spine whole?' })
    expect([await inboxOf(seller), await unreadOf(server, seller)]).toEqual([[], { all: 0, each: [] }])
    expect(await inboxOf(asker)).toEqual([])

    const token = await confirmationLink(asker)
    const described = await askIdentity(server, 'verification', { token })
    expect(described.json).toMatchObject({
      takesPress: true,
      question: { conversationPath: `/dashboard/messages/new?book=${book}`, text: 'Is the spine whole?' },
    })
    expect((await confirm(token)).status).toBe(200)
    expect(await inboxOf(seller)).toMatchObject([{ last: { text: 'Is the spine whole?' } }])
    const there = await renewed(asker)
    expect([await waiting(there), await inboxOf(there)]).toMatchObject([null, [{ last: { isOwn: true } }]])
    // The job of the same transaction finds nothing more to send, however often it runs.
    await sendWaitingQuestion(services, asker.id)
    expect(await inboxOf(seller)).toHaveLength(1)
  })

  test('is sent by the confirmation in its own session', async () => {
    const { seller, book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book)
    await confirm(await confirmationLink(asker), { cookie: asker.cookie })
    expect(await inboxOf(seller)).toHaveLength(1)
  })

  test('is sent by a proof of a provider that reports no confirmation', async () => {
    const { seller, book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book)
    await sql`UPDATE identity."user" SET "emailVerified" = true WHERE id = ${asker.identityId}`.execute(services.db)
    await send('POST', '/api/jwt', { token: await proofOf(server, asker.cookie), body: { email: asker.email } })
    await expect.poll(() => inboxOf(seller), { timeout: 20_000 }).toHaveLength(1)
  })

  test('is one: the last takes its place, and it can be discarded', async () => {
    const { seller, book } = await aBookForSale()
    const other = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book, 'The first')
    await ask(server, asker, other.book, 'The second')
    expect(await waiting(asker)).toMatchObject({ book: { id: other.book }, text: 'The second' })
    for (let again = 0; again < 2; again += 1)
      expect((await send('DELETE', '/api/waiting-question', { token: asker.token })).status).toBe(200)
    expect(await waiting(asker)).toBeNull()
    await confirm(await confirmationLink(asker))
    expect([await inboxOf(seller), await inboxOf(other.seller)]).toEqual([[], []])
  })

  test('is discarded where its book left the shop meanwhile', async () => {
    const { seller, book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book)
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    await confirm(await confirmationLink(asker))
    const there = await renewed(asker)
    expect([await inboxOf(seller), await waiting(there)]).toEqual([[], null])
  })

  test('is discarded, and never sent, where the email turns out to be another person’s', async () => {
    const { seller, book } = await aBookForSale()
    const stranger = await aProvenAccount(server, 'buyer')
    await ask(server, stranger, book, 'In your name')
    const token = await confirmationLink(stranger)
    await confirm(token, {}, { newPassword: 'the owner’s own' })
    expect([await inboxOf(seller), await waiting(await renewed(stranger))]).toEqual([[], null])
  })

  test('goes with a closed account', async () => {
    const { book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book)
    await services.db.transaction().execute((tx) => eraseMessagesOfClosed(tx, asker.id, services.clock.now()))
    expect(await waiting(asker)).toBeNull()
  })

  test('of another account is nobody’s to read or discard', async () => {
    const { seller, book } = await aBookForSale()
    const asker = await aProvenAccount(server, 'buyer')
    await ask(server, asker, book)
    expect(await waiting(seller)).toBeNull()
    await send('DELETE', '/api/waiting-question', { token: seller.token })
    expect(await waiting(asker)).not.toBeNull()
  })
})

test('a press elsewhere confirms no account that has listed or bought something', async () => {
  const seller = await aProvenAccount(server, 'seller')
  await aBook(services, seller)
  const buyer = await aProvenAccount(server, 'buyer')
  await anOrder(server, { buyer })
  // Nothing is known of one that has yet to sign up at the shop.
  const unfinished = await aProvenAccount(server, null)
  for (const person of [seller, buyer, unfinished]) {
    const answer = await confirm(await confirmationLink(person))
    expect([answer.status, answer.json.code]).toEqual([409, 'NEW_PASSWORD_NEEDED'])
  }
})
