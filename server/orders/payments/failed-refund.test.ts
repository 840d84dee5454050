import { expect, onTestFinished, test, vi } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import {
  aPayment,
  balancesOf,
  deliverAll,
  REFUSING_CARD,
  refundAtTheProvider,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { refundMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const admin = await anAccount(services, 'admin')

const as = ({ id }: Pick<TestAccount, 'id'>, method: 'GET' | 'POST', path: string, body?: object) =>
  send(method, `/api/${path}`, { as: { id }, body })
const read = async (order: TestOrder) => (await as(order.buyer, 'GET', `my-orders/${order.id}`)).json
const refund = (order: TestOrder, amount?: string) =>
  as(order.seller, 'POST', `orders/${order.id}/refund`, { reason: 'not_met', amount })
const note = (order: TestOrder, amount: string, by: Pick<TestAccount, 'id'> = admin) =>
  as(by, 'POST', `orders/${order.id}/given-by-hand`, { amount })
const mailsAbout = (order: TestOrder) => refundMails(server, order, 'refund_failure', 'refund_to_give')
const mine = async ({ buyer }: TestOrder) => (await as(buyer, 'GET', 'my-orders')).json
const listed = async ({ id }: TestOrder) => (await as(admin, 'GET', `orders?q=${id}`)).json
const failedOrders = async () =>
  ((await as(admin, 'GET', 'orders?show=refund_failed')).json as { id: string }[]).map(({ id }) => id)
const tell = (intentId: string) => deliverAll(server, intentId)

async function aFailedRefund(amount?: string) {
  const { order, intentId } = await aPayment(server, {}, REFUSING_CARD)
  await refund(order, amount)
  clock.advance(10)
  await tell(intentId)
  return { order, intentId }
}

/** Makes the next refund, and loses the provider's answer. */
function loseTheAnswer() {
  const { refund: give } = services.cards!
  return vi.spyOn(services.cards!, 'refund').mockImplementationOnce(async (asked) => {
    await give(asked)
    throw new Error('the answer never came')
  })
}

test('a refund that fails days after it was made is the buyer’s money still: order, ledger and emails say so, once', async () => {
  const { order, intentId } = await aPayment(server, {}, REFUSING_CARD)
  await refund(order)
  await tell(intentId)
  expect((await read(order)).refunds).toEqual([expect.objectContaining({ isDone: true })])
  expect([await balancesOf(server, order), await mailsAbout(order)]).toEqual([{}, []])
  clock.advance(10)
  await Promise.all([tell(intentId), tell(intentId)])
  expect(await read(order)).toMatchObject({
    state: 'refunded',
    refundable: 0,
    hasFailedRefund: true,
    refunds: [{ amount: 1250, isDone: false, isFailed: true }],
  })
  expect(await balancesOf(server, order)).toEqual({ buyer: -1250, refunds: 1250 })
  expect(await failedOrders()).toEqual([order.id])
  expect(await listed(order)).toMatchObject([{ refunded: { minor: 0 }, hasFailedRefund: true }])
  expect(await mine(order)).toMatchObject([{ hasFailedRefund: true }])
  const mails = await mailsAbout(order)
  expect(mails.map(({ to }) => to.address)).toEqual([order.buyer.email, admin.email])
  expect(mails[0]?.text).toContain('Your refund of $12.50')
  expect(mails[1]?.text).toContain(order.buyer.email)
  // A retry would fail at the card's bank again.
  await sweep(services)
  expect(await balancesOf(server, order)).toEqual({ buyer: -1250, refunds: 1250 })
})

test('only an admin marks a failed refund as given back by hand, once', async () => {
  const { order } = await aFailedRefund()
  expect((await note(order, '12.50', order.seller)).status).toBe(403)
  expect((await Promise.all([note(order, '12.50'), note(order, '12.50')])).map(({ status }) => status)).toEqual([
    200, 200,
  ])
  const { refunds } = await read(order)
  expect(refunds).toEqual([expect.objectContaining({ isDone: true, isByHand: true })])
  expect(refunds[0].isFailed).toBe(false)
  expect(await balancesOf(server, order)).toEqual({})
  expect(await failedOrders()).not.toContain(order.id)
  expect(await listed(order)).toMatchObject([{ refunded: { minor: 1250 } }])
  expect((await mine(order))[0].hasFailedRefund).toBe(false)
  // Admins get no email any more; the buyer reads the outcome.
  expect((await mailsAbout(order)).map(({ to }) => to.address)).toEqual([order.buyer.email])
  const { json } = await as(admin, 'GET', 'audit-log?kind=refund_given_by_hand')
  expect(json).toEqual([expect.objectContaining({ orderId: order.id, amount: 1250, currency: 'USD' })])
})

test('what failed after the admin had looked is not noted with the rest', async () => {
  const { order, intentId } = await aPayment(server, {}, REFUSING_CARD)
  for (const amount of ['1.00', '2.00']) {
    await refund(order, amount)
    clock.advance(10)
    await tell(intentId)
  }
  const { status, json } = await note(order, '1.00')
  expect([status, json.invalidFields]).toEqual([422, [expect.objectContaining({ field: 'amount' })]])
  expect(json.detail).toContain('By now $3.00 of this order has failed.')
  expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 950, refunds: 300 })
  for (const amount of ['3.00', '3.00']) expect((await note(order, amount)).status).toBe(200)
  expect(await balancesOf(server, order)).toEqual({ buyer: -950, club: 950 })
})

test('a failed refund made again in the provider’s dashboard counts, and may fail as well', async () => {
  const { order, intentId } = await aFailedRefund('5.00')
  await refundAtTheProvider(server, intentId, 500)
  await tell(intentId)
  await tell(intentId)
  expect(await read(order)).toMatchObject({ state: 'paid', refunds: [{ amount: 500, who: 'seller', isDone: true }] })
  expect(await balancesOf(server, order)).toEqual({ buyer: -750, club: 750 })
  clock.advance(10)
  await tell(intentId)
  expect(await read(order)).toMatchObject({
    state: 'paid',
    refundable: 750,
    refunds: [{ amount: 500, isFailed: true }],
  })
  expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 750, refunds: 500 })
  await note(order, '5.00')
  expect(await balancesOf(server, order)).toEqual({ buyer: -750, club: 750 })
})

test('all that was paid, given back at the provider’s pages after a part had failed, is all that goes back', async () => {
  const { order, intentId } = await aFailedRefund('5.00')
  await refundAtTheProvider(server, intentId)
  for (const _ of [1, 2]) await tell(intentId)
  expect(await read(order)).toMatchObject({ state: 'refunded', refunds: [{ amount: 1250, isDone: true }] })
  expect(await balancesOf(server, order)).toEqual({})
  expect(await failedOrders()).not.toContain(order.id)
})

test('one whose event was lost is noticed within a day, by a question a day', async () => {
  const { order } = await aPayment(server, {}, REFUSING_CARD)
  await refund(order)
  clock.advance(24 * 3600)
  await sweep(services)
  expect((await read(order)).refunds).toEqual([expect.objectContaining({ isDone: false, isFailed: true })])
  const { order: other, intentId } = await aPayment(server)
  await refund(other)
  const ask = vi.spyOn(services.cards!, 'listRefunds')
  onTestFinished(() => ask.mockRestore())
  const asked: number[] = []
  for (const days of [0, 1, 0, 1, 26, 10, 1]) {
    clock.advance(days * 24 * 3600)
    await sweep(services)
    asked.push(ask.mock.calls.filter(([id]) => id === intentId).length)
  }
  expect(asked).toEqual([0, 1, 1, 2, 3, 3, 3])
})

test('the figures count what the buyer has in the end, once', async () => {
  const givenBack = async () =>
    ((await as(admin, 'GET', 'figures')).json as { money: { refunded: number }[] }[])
      .flatMap(({ money }) => money)
      .reduce((sum, { refunded }) => sum + refunded, 0)
  const before = await givenBack()
  const { order, intentId } = await aFailedRefund('5.00')
  expect(await givenBack()).toBe(before)
  await refundAtTheProvider(server, intentId, 500)
  await tell(intentId)
  expect(await givenBack()).toBe(before + 500)
  clock.advance(10)
  await tell(intentId)
  await note(order, '5.00')
  expect(await givenBack()).toBe(before + 500)
})

test('one whose answer was lost, and that failed before it was asked for again, is not made a second time', async () => {
  const { order, intentId } = await aPayment(server, {}, REFUSING_CARD)
  loseTheAnswer()
  await refund(order)
  clock.advance(10)
  await sweep(services)
  expect((await read(order)).refunds).toEqual([expect.objectContaining({ isDone: false, isFailed: true })])
  expect(await services.cards!.listRefunds(intentId)).toHaveLength(1)
})

test('a second refund of the same amount, whose answer was lost, isn’t mistaken for the failed one', async () => {
  const { order, intentId } = await aFailedRefund('5.00')
  loseTheAnswer()
  await refund(order, '5.00')
  // Nothing is left for the next refund, so the provider's list is read.
  await refundAtTheProvider(server, intentId, 250)
  await refund(order, '2.50')
  await sweep(services)
  expect((await read(order)).refunds).toEqual([
    expect.objectContaining({ amount: 500, isFailed: true }),
    expect.objectContaining({ amount: 500, isDone: true }),
    expect.objectContaining({ amount: 250, isDone: true }),
  ])
  expect(await balancesOf(server, order)).toEqual({ buyer: -500, refunds: 500 })
})
