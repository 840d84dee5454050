import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import {
  anOrder,
  aPayment,
  atTheProvider,
  paymentsOf,
  stateOf,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { refundMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send } = server

const refund = async (
  order: TestOrder,
  { id }: Pick<TestAccount, 'id'>,
  part: { amount?: string; key?: string } = {},
) => send('POST', `/api/orders/${order.id}/refund`, { as: { id }, body: { reason: 'not_as_described', ...part } })
const asBuyer = (order: TestOrder, what: string) =>
  send('POST', `/api/my-orders/${order.id}/${what}`, { as: order.buyer })
const asSeller = (order: TestOrder, what: string) =>
  send('POST', `/api/my-buyers/${order.id}/${what}`, { as: order.seller })
const read = async (order: TestOrder, side: 'buyer' | 'seller') =>
  (await send('GET', `/api/my-orders/${order.id}`, { as: order[side] })).json
const refundTexts = async (order: TestOrder) => (await refundMails(server, order)).map(({ text }) => text)
const bookOf = async (order: TestOrder) => (await send('GET', `/api/advertise/${order.book}`)).json.available

const listed = async (order: TestOrder) => (await send('GET', '/api/my-buyers', { as: order.seller })).json

describe('the whole amount', () => {
  test('goes back by the card provider, once however often it is pressed, and both read why', async () => {
    const { order, intentId } = await aPayment(server)
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order, order.seller)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await atTheProvider(server, intentId)).toMatchObject({ refunded: true })
    expect(await paymentsOf(server, order.id)).toMatchObject([{ refunded: true, refundReason: null }])
    for (const side of ['buyer', 'seller'] as const) {
      const { state, paymentStatus, timeline } = await read(order, side)
      expect([state, paymentStatus]).toEqual(['refunded', false])
      expect(timeline.at(-1)).toMatchObject({ transition: 'seller_refunds', who: 'seller', reason: 'not_as_described' })
    }
    const texts = await refundTexts(order)
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toContain('Reason: The book isn’t as described.')
  })

  test('can’t be refunded by an admin who is the buyer, but by one who is the seller', async () => {
    const { order } = await aPayment(server)
    await sql`UPDATE accounts SET role = 'admin' WHERE id = ${order.buyer.id}`.execute(services.db)
    expect((await refund(order, order.buyer)).json).toMatchObject({ code: 'not_found' })
    expect(await stateOf(server, order)).toBe('paid')
    await sql`UPDATE accounts SET role = 'admin' WHERE id = ${order.seller.id}`.execute(services.db)
    expect((await refund(order, order.seller)).status).toBe(200)
    expect((await read(order, 'buyer')).timeline.at(-1)).toMatchObject({ transition: 'seller_refunds', who: 'seller' })
  })

  test('goes back by an admin too, after the hand-over as well, and not once the order is done', async () => {
    const admin = await anAccount(services, 'admin')
    const { order } = await aPayment(server)
    await asBuyer(order, 'received')
    expect((await refund(order, admin)).status).toBe(200)
    expect(await read(order, 'buyer')).toMatchObject({ state: 'refunded' })
    const { order: other } = await aPayment(server)
    await asBuyer(other, 'received')
    server.clock.advance(48 * 3600)
    await sweep(services)
    for (const part of [{}, { amount: '5.00' }])
      expect(await refund(other, admin, part)).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
  })

  test('can’t be refunded by others, nor in an unpaid order', async () => {
    const { order } = await aPayment(server)
    const stranger = await anAccount(services, 'seller')
    for (const person of [order.buyer, stranger]) expect((await refund(order, person)).status).toBe(404)
    expect(await read(order, 'buyer')).toMatchObject({ state: 'paid' })
    const unpaid = await anOrder(server)
    expect((await refund(unpaid, unpaid.seller)).json).toMatchObject({ code: 'order_not_open' })
  })

  test('and a hand-over at the same moment leave one truth', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order, intentId } = await aPayment(server)
      const [received, given] = await Promise.all([asBuyer(order, 'received'), refund(order, order.seller)])
      expect([received.status, given.status]).toContain(200)
      expect(await read(order, 'buyer')).toMatchObject({ state: 'refunded' })
      expect(await atTheProvider(server, intentId)).toMatchObject({ refunded: true })
    }
  })
})

describe('the copy of an order that was refunded before the hand-over', () => {
  test('stays off the shop until its seller puts it up again, and is then sold as any other', async () => {
    const { order } = await aPayment(server)
    await refund(order, order.seller)
    expect([await bookOf(order), (await read(order, 'seller')).isCopyBack]).toEqual(['sold', true])
    expect(await listed(order)).toMatchObject([{ _id: order.id, state: 'refunded', isCopyBack: true }])
    expect((await asSeller(order, 'relist')).status).toBe(200)
    expect(await bookOf(order)).toBe('unsold')
    expect(await listed(order)).toEqual([])
    expect(await asSeller(order, 'relist')).toMatchObject({ status: 409 })
    const buyer = await anAccount(services, 'buyer')
    expect((await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(order.book) })).status).toBe(200)
  })

  test('is not put up again by others, nor after it changed hands', async () => {
    const { order } = await aPayment(server)
    await refund(order, order.seller)
    const stranger = await anAccount(services, 'seller')
    const asked = await send('POST', `/api/my-buyers/${order.id}/relist`, { token: stranger.token })
    expect(asked.status).toBe(404)
    const { order: handedOver } = await aPayment(server)
    await asBuyer(handedOver, 'received')
    await refund(handedOver, handedOver.seller)
    expect(await asSeller(handedOver, 'relist')).toMatchObject({ status: 409 })
    expect(await bookOf(handedOver)).toBe('sold')
  })
})
