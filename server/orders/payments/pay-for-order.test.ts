import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  atTheProvider,
  confirmCard,
  deliver,
  eventsAbout,
  withholdEvents,
  intentOf,
  openPayment,
  paymentsOf,
  stateOf,
  reportPaid,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

// Payment events are withheld until a test delivers them.
const server = await startTestServer()
await withholdEvents(server)
const { services, send } = server

const report = (order: { id: string; buyer: { token: string; email: string } }, transactionId: string) =>
  send('POST', '/api/payments', {
    token: order.buyer.token,
    body: { resalePrice: '12.50', transactionId, email: order.buyer.email, orderInfoId: order.id },
  })
const makePaid = (order: Pick<TestOrder, 'id' | 'buyer'>) => reportPaid(server, order)

describe('opening a payment', () => {
  test('asked again, also at the same moment, it is one intent of the order’s own amount [pay-for-order-1]', async () => {
    const order = await anOrder(server)
    const answers = await Promise.all(Array.from({ length: 8 }, () => openPayment(server, order)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const secrets = new Set(answers.map(({ json }) => json.clientSecret as string))
    expect(secrets.size).toBe(1)
    const [clientSecret = ''] = secrets
    expect((await openPayment(server, order)).json).toEqual({ clientSecret })
    expect(await services.cards?.findIntent(intentOf(clientSecret))).toMatchObject({
      amount: 1250,
      currency: 'usd',
      orderId: order.id,
      status: 'open',
    })
    const { rows } =
      await sql`SELECT 1 FROM card_simulator.objects WHERE document -> 'metadata' ->> 'orderId' = ${order.id}`.execute(
        server.database.db,
      )
    expect(rows).toHaveLength(1)
  })

  test.each(['12.50', '12,50', '12.5', '12,5', ' 12.5 '])('the price %j is the order’s price', async (price) => {
    expect(await openPayment(server, await anOrder(server), price)).toMatchObject({ status: 200 })
  })

  test.each(['12.51', '12', '1250', '0.50', '999999.99'])('the price %j is another one: 409', async (price) => {
    const order = await anOrder(server)
    expect(await openPayment(server, order, price)).toMatchObject({ status: 409, json: { code: 'price_mismatch' } })
    expect(await stateOf(server, order)).toBe('claimed')
  })

  test('19.99 is 1999 cents, whatever floating point thinks of it [pay-for-order-2]', async () => {
    const seller = await anAccount(services, 'seller')
    const order = await anOrder(server, { seller, book: await aBook(services, seller, { resalePrice: 1999 }) })
    const { clientSecret } = (await openPayment(server, order, '19,99')).json
    expect(await services.cards?.findIntent(intentOf(clientSecret))).toMatchObject({ amount: 1999 })
  })

  test('another person’s order is not found, and an order that is over can’t be paid', async () => {
    const [order, other] = [await anOrder(server), await anOrder(server)]
    const foreign = await send('POST', '/api/create-payment-intent', {
      token: other.buyer.token,
      body: { resalePrice: '12.50', orderInfoId: order.id },
    })
    expect(foreign).toMatchObject({ status: 404, json: { code: 'not_found' } })
    await send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect(await openPayment(server, order)).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
  })

  test('the price of a later edit of the copy does not reach an order that is open', async () => {
    const order = await anOrder(server)
    await sql`UPDATE books SET resale_price = 99999 WHERE id = ${order.book}`.execute(server.database.db)
    expect((await openPayment(server, order)).status).toBe(200)
  })
})

describe('an order becomes paid', () => {
  test('by the browser’s report at POST /payments [pay-for-order-3]', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const reported = await report(order, intentId)
    expect(reported).toMatchObject({ status: 200, json: { acknowledged: true, insertedId: expect.any(String) } })
    expect((await report(order, intentId)).json).toEqual(reported.json)
    expect(await stateOf(server, order)).toBe('paid')
    const shown = (await send('GET', '/api/my-orders', { token: order.buyer.token })).json[0]
    expect(shown).toMatchObject({ _id: order.id, paymentStatus: true, state: 'paid' })
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'sold' })
    expect((await send('GET', `/api/advertise/${order.book}`)).json).not.toHaveProperty('reserved')
    expect(await paymentsOf(server, order.id)).toEqual([
      { intentId, amount: 1250, refundReason: null, refunded: false },
    ])
  })

  test('by PUT /makeorderpaid, which only means “please look”', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    expect((await makePaid(order)).json).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 })
    expect((await makePaid(order)).json).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 })
    expect(await stateOf(server, order)).toBe('paid')
    expect(await paymentsOf(server, order.id)).toMatchObject([{ intentId }])
    await send('POST', `/api/my-orders/${order.id}/received`, { token: order.buyer.token })
    expect((await makePaid(order)).json).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 })
  })

  test('by the provider’s event alone [pay-for-order-4]', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    expect(await deliver(server, event)).toMatchObject({ status: 200, json: { acknowledged: true } })
    expect(await stateOf(server, order)).toBe('paid')
  })

  test('by a signed event that the provider brings over HTTP by itself', async () => {
    const open = await startTestServer()
    const { order } = await anOrderPaidAtTheProvider(open)
    await until(async () => (await stateOf(open, order)) === 'paid')
    expect(await paymentsOf(open, order.id)).toHaveLength(1)
  })

  test('and both sides get each other’s contacts by email', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    await makePaid(order)
    const mails = await bookedMails(server, { name: 'order_paid', params: { orderId: order.id } })
    expect(mails.map(({ to }) => to.address)).toEqual([order.buyer.email, order.seller.email])
  })
})

describe('an order does not become paid', () => {
  test('by a report of a payment that never was, or is still open', async () => {
    const order = await anOrder(server)
    expect(await report(order, 'pi_invented')).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    expect(await makePaid(order)).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    const { clientSecret } = (await openPayment(server, order)).json
    expect(await report(order, intentOf(clientSecret))).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    expect(await makePaid(order)).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    expect(await stateOf(server, order)).toBe('claimed')
  })

  test('by the payment of another order, even of the same buyer', async () => {
    const buyer = await anAccount(services, 'buyer')
    const paid = await anOrderPaidAtTheProvider(server, { buyer })
    const other = await anOrder(server, { buyer })
    await openPayment(server, other)
    expect(await report(other, paid.intentId)).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    expect(await stateOf(server, other)).toBe('claimed')
    expect(await paymentsOf(server, other.id)).toEqual([])
  })

  test('by another buyer’s report: the order is not found', async () => {
    const [{ order, intentId }, stranger] = [await anOrderPaidAtTheProvider(server), await anAccount(services, 'buyer')]
    const { id, buyer } = order
    expect(await report({ id, buyer: { ...buyer, token: stranger.token } }, intentId)).toMatchObject({ status: 404 })
    expect(await makePaid({ id, buyer: stranger })).toMatchObject({ status: 404 })
    expect(await stateOf(server, order)).toBe('claimed')
  })

  test('by a declined card, and the next card works', async () => {
    const order = await anOrder(server)
    const { clientSecret } = (await openPayment(server, order)).json
    for (const number of ['4000000000000002', '4000000000009995']) {
      expect((await confirmCard(server, clientSecret, number)).status).toBe(402)
      expect(await makePaid(order)).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    }
    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    expect((await makePaid(order)).status).toBe(200)
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'succeeded', refunded: false })
  })
})
