import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { forgetClosedContacts } from '#server/account-closure/forget-closed-contacts.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { closeByAdmin, freshToken } from '#tests/kit/accounts-and-books.ts'
import { callDueJobs } from '#tests/kit/due-jobs.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aTalk, readUpTo, write } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ jobs: true, connections: 20 })
const { services, send, clock, dataDir } = server

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'send_mail' AND run_at <= now()`.execute(
    services.db,
  )
  return rows[0]!.count
}
/** Emails to an account, once all due ones are sent. */
async function mailsTo({ email }: { email: string }) {
  await callDueJobs(server)
  await until(async () => (await waiting()) === 0)
  return (await listOutbox(`${dataDir}/outbox`)).filter(({ to }) => to.address === email)
}

test('an unread message causes one email after five minutes, without its text', async () => {
  const { seller, asker, id } = await aTalk(server)
  await write(server, asker, id, 'Secret words')
  clock.advance(4 * 60)
  expect(await mailsTo(seller)).toEqual([])
  clock.advance(2 * 60)
  const [mail, ...others] = await mailsTo(seller)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: '2 new messages about “The Lighthouse Keeper’s Ledger”' })
  expect(mail!.text).toContain(`/dashboard/messages/${id}`)
  expect(mail!.text).not.toMatch(/Secret|Test buyer|@/)
  await write(server, asker, id)
  clock.advance(10 * 60)
  expect(await mailsTo(seller)).toHaveLength(1)
  await readUpTo(server, seller, id, 3)
  await write(server, asker, id)
  clock.advance(6 * 60)
  expect(await mailsTo(seller)).toHaveLength(2)
  expect(await mailsTo(asker)).toEqual([])
})

test('what was read in time brings none, and what comes after that its own', async () => {
  const { seller, asker, id } = await aTalk(server)
  clock.advance(3 * 60)
  await readUpTo(server, seller, id, 1)
  await write(server, asker, id)
  clock.advance(3 * 60)
  expect(await mailsTo(seller)).toEqual([])
  clock.advance(3 * 60)
  expect(await mailsTo(seller)).toMatchObject([{ subject: 'A new message about “The Lighthouse Keeper’s Ledger”' }])
})

test('a closed account’s words go, those of an order that isn’t over with the order; the rest stays readable', async () => {
  const { seller, asker, id } = await aTalk(server)
  await write(server, seller, id, 'Seller’s words')
  const order = await anOrder(server)
  const { json } = await send('POST', '/api/conversations', {
    token: order.buyer.token,
    body: { book: order.book, messageId: crypto.randomUUID(), text: 'By the clock at five' },
  })
  await send('POST', `/api/my-orders/${order.id}/cash`, { token: order.buyer.token })
  await send('POST', `/api/my-buyers/${order.id}/agree`, { token: order.seller.token })
  await services.db
    .transaction()
    .execute((tx) => sql`UPDATE orders SET state = 'paid' WHERE id = ${order.id}`.execute(tx))
  for (const { id: accountId } of [asker, order.buyer]) await closeByAdmin(services, accountId)
  const textsFor = async (accountId: string, conversation: string) => {
    const token = await freshToken(services, accountId)
    const { json: messages } = await send('GET', `/api/conversations/${conversation}/messages`, { token })
    return messages.map(({ text }: { text: string | null }) => text)
  }
  expect(await textsFor(seller.id, id)).toEqual(['Seller’s words', null])
  const token = await freshToken(services, seller.id)
  expect((await send('GET', `/api/conversations/${id}`, { token })).json).toMatchObject({
    otherName: 'Closed account',
    isOtherClosed: true,
  })
  expect(await write(server, { token }, id)).toMatchObject({ status: 409, json: { code: 'account_gone' } })
  await forgetClosedContacts(services)
  expect(await textsFor(order.seller.id, json.conversationId)).toEqual(['By the clock at five'])
  clock.advance(181 * 24 * 3600)
  await forgetClosedContacts(services)
  expect(await textsFor(order.seller.id, json.conversationId)).toEqual([null])
})
