import { afterAll, expect, test } from 'vitest'
import { cardSimulatorKeys } from '#server/providers/card-simulator/keys.ts'
import { anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { aPayment, balancesOf, deliver, eventsAbout, withholdEvents, type TestOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { findDisputes } from './find-disputes.ts'

/** Stripe's test cards whose payment is disputed at once: as fraud, and by a question. */
const [DISPUTED_CARD, ASKED_ABOUT_CARD] = ['4000000000000259', '4000000000001976']

// Nothing stands in here: the payments and disputes are those of the simulated wire.
const server = await startTestServer({ connections: 15 })
afterAll(server.close)
await withholdEvents(server)
const { services, clock } = server
const admin = await anAccount(services, 'admin')

const read = async (order: TestOrder, { id }: Pick<TestAccount, 'id'> = order.buyer) =>
  (await server.send('GET', `/api/my-orders/${order.id}`, { token: await freshToken(services, id) })).json
const tell = async (intentId: string) => {
  for (const event of await eventsAbout(server, intentId)) await deliver(server, event)
}

async function answer(intentId: string, evidence: string): Promise<void> {
  const { secretKey } = await cardSimulatorKeys(server.dataDir)
  const [dispute] = await services.cards!.disputes!.listOf(intentId)
  const answered = await fetch(`${server.origin}/api/card-simulator/v1/disputes/${dispute!.providerDisputeId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ 'evidence[uncategorized_text]': evidence, submit: 'true' }),
  })
  if (!answered.ok) throw new Error(await answered.text())
  clock.advance(60)
}

const disputeMails = (order: TestOrder) =>
  bookedMails(
    server,
    { name: 'dispute_to_answer', params: {} },
    { name: 'dispute_ended', params: {} },
    {
      name: 'dispute_news',
      params: {},
    },
  ).then((mails) => mails.filter(({ text }) => text.includes(order.id)))

test('a card whose payment is disputed: waits, is answered and won; admins and the seller are told once each', async () => {
  const { order, intentId } = await aPayment(server, {}, DISPUTED_CARD)
  await tell(intentId)
  await tell(intentId)
  expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: true })
  expect(await balancesOf(server, order)).toMatchObject({ buyer: -1250, disputed: 1250 })
  const { respondBy } = (await read(order, admin)).disputes[0] as { respondBy: string }
  const day = new Date(respondBy).getUTCDate()
  const opened = await disputeMails(order)
  // The third is the reminder, which goes out two days before.
  expect(opened.map(({ to }) => to.address)).toEqual([admin.email, admin.email, order.seller.email])
  expect(opened[0]!.text).toMatch(new RegExp(`Answer by: ${day} \\w+ 20`))
  expect(opened[1]!.subject).toContain('Last days to answer')
  expect(opened[2]!.text).toContain('Please keep the book for now')
  await answer(intentId, 'winning_evidence')
  await tell(intentId)
  expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: false })
  expect((await balancesOf(server, order))['disputed']).toBeUndefined()
  // What isn't true any more goes out no more.
  const ended = await disputeMails(order)
  expect(ended.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
    [order.seller.email, 'The payment stands'],
    [admin.email, 'The payment stands'],
    [order.seller.email, 'The payment stands'],
  ])
})

test('a dispute that is lost, found without an event, makes the order refunded', async () => {
  const { order, intentId } = await aPayment(server, {}, DISPUTED_CARD)
  await answer(intentId, 'losing_evidence')
  await findDisputes(services)
  expect(await read(order)).toMatchObject({ state: 'refunded', paymentStatus: false, disputes: [{ status: 'lost' }] })
  const balances = await balancesOf(server, order)
  expect([balances['buyer'], balances['disputed'], balances['seller']]).toEqual([undefined, undefined, undefined])
  const seller = (await disputeMails(order)).filter(({ to }) => to.address === order.seller.email)
  expect(seller.at(-1)!.text).toContain('The club doesn’t owe you $12.50 of it any more')
})

test('a bank that only asks is settled by a refund', async () => {
  const { order, intentId } = await aPayment(server, {}, ASKED_ABOUT_CARD)
  await tell(intentId)
  expect(await read(order)).toMatchObject({ isDisputed: true, refundable: 1250, disputes: [{ isInquiry: true }] })
  expect((await disputeMails(order))[0]!.text).toContain('Answer, or refund the payment')
  const token = await freshToken(services, order.seller.id)
  const body = { reason: 'not_met' }
  expect((await server.send('POST', `/api/orders/${order.id}/refund`, { token, body })).status).toBe(200)
  expect((await read(order)).state).toBe('refunded')
  await answer(intentId, 'winning_evidence')
  await tell(intentId)
  const ended = (await disputeMails(order)).filter(({ subject }) => subject.startsWith('The bank has decided'))
  expect(ended.map(({ to }) => to.address)).toContain(order.seller.email)
  for (const { text } of ended) {
    expect(text).toContain('keeps none of it. The order stays refunded.')
    expect(text).not.toMatch(/stands|no longer on hold/)
  }
})
