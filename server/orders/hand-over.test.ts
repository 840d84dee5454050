import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { cancelPayment } from './payments/cancel-payment.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  aPaidOrder,
  atTheProvider,
  confirmCard,
  intentOf,
  openPayment,
  stateOf,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const hour = 3600

const read = async (order: TestOrder, side: 'buyer' | 'seller') =>
  (await send('GET', `/api/my-orders/${order.id}`, { as: order[side] })).json
const asBuyer = (order: TestOrder, what: string) =>
  send('POST', `/api/my-orders/${order.id}/${what}`, { as: order.buyer })
const asSeller = (order: TestOrder, what: string, body?: object) =>
  send('POST', `/api/my-buyers/${order.id}/${what}`, { as: order.seller, body })

async function aCashOrder(): Promise<TestOrder> {
  const order = await anOrder(server)
  expect((await asBuyer(order, 'cash')).status).toBe(200)
  return order
}
const codeOf = async (order: TestOrder) => (await read(order, 'buyer')).handOverCode as string
/** Runs the jobs booked for an opened payment. */
async function cancelBooked(clientSecret: string): Promise<void> {
  const { rows } = await sql<{ intentId: string }>`
    SELECT j.payload ->> 'intentId' AS "intentId" FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'cancel_payment' AND j.payload ->> 'intentId' = ${intentOf(clientSecret)}`.execute(services.db)
  for (const { intentId } of rows) await cancelPayment(services, intentId)
}
/** A different six-digit code. */
const otherThan = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

describe('the code of a hand-over', () => {
  test('is shown to the buyer alone, and from the payment until the hand-over', async () => {
    const order = await anOrder(server)
    expect(await read(order, 'buyer')).not.toHaveProperty('handOverCode')
    const paid = await aPaidOrder(server)
    expect(await codeOf(paid)).toMatch(/^\d{6}$/)
    expect(await read(paid, 'seller')).not.toHaveProperty('handOverCode')
    const { text } = await send('GET', '/api/my-buyers', { as: paid.seller })
    expect(text).not.toContain('handOverCode')
    await asBuyer(paid, 'received')
    expect(await read(paid, 'buyer')).not.toHaveProperty('handOverCode')
  })

  test('typed by the seller, with spaces too, hands the book over; once however often it is sent', async () => {
    const order = await aPaidOrder(server)
    const code = await codeOf(order)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)} `
    const answers = await Promise.all(Array.from({ length: 5 }, () => asSeller(order, 'hand-over', { code: spaced })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { state, paymentStatus, timeline } = await read(order, 'seller')
    expect([state, paymentStatus]).toEqual(['handed_over', true])
    expect(timeline.map(({ transition }: { transition: string }) => transition)).toEqual([
      'buyer_claims',
      'buyer_pays',
      'seller_enters_code',
    ])
  })

  test('another one is refused at its field, and counted: after ten no further one is looked at', async () => {
    const order = await aPaidOrder(server)
    const code = await codeOf(order)
    for (let guess = 0; guess < 10; guess += 1)
      expect(await asSeller(order, 'hand-over', { code: otherThan(code) })).toMatchObject({
        status: 422,
        json: { invalidFields: [{ field: 'code' }] },
      })
    expect(await asSeller(order, 'hand-over', { code })).toMatchObject({
      status: 409,
      json: { code: 'too_many_codes' },
    })
    expect(await stateOf(server, order)).toBe('paid')
    expect((await asBuyer(order, 'received')).status).toBe(200)
    expect(await stateOf(server, order)).toBe('handed_over')
  })

  test('only the seller may type it, and only the buyer confirm', async () => {
    const [order, other] = [await aPaidOrder(server), await aPaidOrder(server)]
    const body = { code: await codeOf(order) }
    for (const as of [order.buyer, other.seller])
      expect((await send('POST', `/api/my-buyers/${order.id}/hand-over`, { as, body })).status).toBe(404)
    for (const as of [order.seller, other.buyer])
      expect((await send('POST', `/api/my-orders/${order.id}/received`, { as })).status).toBe(404)
    expect(await stateOf(server, order)).toBe('paid')
  })

  test.each(['12345', '1234567', 'abcdef', ''])('"%s" is none', async (code) => {
    const order = await aPaidOrder(server)
    expect(await asSeller(order, 'hand-over', { code })).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'code' }] },
    })
  })

  test('before the payment there is nothing to hand over', async () => {
    const order = await anOrder(server)
    expect((await asSeller(order, 'hand-over', { code: '123456' })).json).toMatchObject({ code: 'order_not_open' })
    expect((await asBuyer(order, 'received')).json).toMatchObject({ code: 'order_not_open' })
  })
})

describe('cash', () => {
  test('is asked for by the buyer, agreed to by the seller, and paid when the book is handed over', async () => {
    const order = await aCashOrder()
    expect(await read(order, 'seller')).toMatchObject({ state: 'claimed', paysInCash: true, paymentStatus: false })
    expect((await asSeller(order, 'agree')).status).toBe(200)
    expect((await asSeller(order, 'agree')).status).toBe(200)
    expect(await read(order, 'buyer')).toMatchObject({ state: 'agreed', paymentStatus: false })
    clock.advance(hour)
    await asBuyer(order, 'received')
    expect(await read(order, 'buyer')).toMatchObject({
      state: 'handed_over',
      paysInCash: true,
      paymentStatus: true,
      paidAt: clock.now().toISOString(),
      transactionId: '',
    })
  })

  test('can’t be agreed to unless the buyer asked for it', async () => {
    const order = await anOrder(server)
    expect((await asSeller(order, 'agree')).json).toMatchObject({ code: 'order_not_open' })
  })

  test('an order that is agreed can be paid by card all the same, and is not to be paid twice', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    await asBuyer(order, 'cash')
    await asSeller(order, 'agree')
    await sweep(services)
    expect(await read(order, 'buyer')).toMatchObject({ state: 'paid', paymentStatus: true })
    expect(await read(order, 'buyer')).toMatchObject({ paysInCash: false })
  })

  test('goes before a card that pays after the hand-over: that money goes back, though no event of it comes', async () => {
    const order = await aCashOrder()
    const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
    await asSeller(order, 'agree')
    await asBuyer(order, 'received')
    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    await sweep(services)
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'succeeded', refunded: true })
    expect(await read(order, 'buyer')).toMatchObject({ state: 'handed_over', paysInCash: true })
  })

  test('ends a card payment that was opened: a page that is still open somewhere can’t charge a card', async () => {
    const order = await aCashOrder()
    const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
    await asSeller(order, 'agree')
    await asSeller(order, 'hand-over', { code: await codeOf(order) })
    await cancelBooked(clientSecret)
    expect((await confirmCard(server, clientSecret)).status).toBe(400)
    await cancelBooked(clientSecret)
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'cancelled', refunded: false })
    expect(await read(order, 'buyer')).toMatchObject({ state: 'handed_over', paysInCash: true })
  })

  test('ends one that a card has just paid, too: the money goes back', async () => {
    const order = await aCashOrder()
    const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
    await asSeller(order, 'agree')
    await asBuyer(order, 'received')
    await confirmCard(server, clientSecret)
    await cancelBooked(clientSecret)
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'succeeded', refunded: true })
  })

  test('is refused where the shop takes cards alone', async () => {
    const cardsAlone = await startTestServer({ env: { PAYMENTS: 'card' } })
    const order = await anOrder(cardsAlone)
    const asked = await cardsAlone.send('POST', `/api/my-orders/${order.id}/cash`, { token: order.buyer.token })
    expect(asked).toMatchObject({ status: 409, json: { code: 'cash_off' } })
    const [book, buyer] = [
      await aBook(cardsAlone.services, await anAccount(cardsAlone.services, 'seller')),
      await anAccount(cardsAlone.services, 'buyer'),
    ]
    const body = { ...buyNowBody(book), payment: 'cash' }
    const bought = await cardsAlone.send('POST', '/api/buy-now', { token: buyer.token, body })
    expect(bought).toMatchObject({ status: 409, json: { code: 'cash_off' } })
    expect((await cardsAlone.send('GET', `/api/advertise/${book}`)).json).toMatchObject({ available: 'unsold' })
  })

  test('can be chosen with the order, which the seller then agrees to', async () => {
    const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const body = { ...buyNowBody(await aBook(services, seller)), payment: 'cash' }
    const { insertedId: id } = (await send('POST', '/api/buy-now', { token: buyer.token, body })).json
    expect((await send('GET', `/api/my-orders/${id}`, { token: buyer.token })).json).toMatchObject({
      state: 'claimed',
      paysInCash: true,
    })
    expect((await send('POST', `/api/my-buyers/${id}/agree`, { token: seller.token })).status).toBe(200)
  })

  test('where it is the only way, each order is a cash order, and no card payment is opened', async () => {
    const cashAlone = await startTestServer({ env: { PAYMENTS: 'cash' } })
    const order = await anOrder(cashAlone)
    const { token } = order.buyer
    const body = { resalePrice: '12.50', orderInfoId: order.id }
    expect((await cashAlone.send('GET', `/api/my-orders/${order.id}`, { token })).json).toMatchObject({
      paysInCash: true,
    })
    const opened = await cashAlone.send('POST', '/api/create-payment-intent', { token, body })
    expect(opened.json).toMatchObject({ code: 'cards_off' })
  })

  test('agreeing and cancelling at the same moment leaves one truth for order, copy and contacts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await aCashOrder()
      await Promise.all([asSeller(order, 'agree'), asBuyer(order, 'cancel')])
      // The buyer has cancelled either way, before or after the seller agreed.
      const { state, bookData } = await read(order, 'buyer')
      expect(state).toBe('cancelled')
      expect(bookData).not.toHaveProperty('mobileNumber')
      expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'unsold' })
    }
  })
})

describe('a seller who cancels a reservation', () => {
  test('says why, the buyer can read it, and the copy is for sale again', async () => {
    const order = await anOrder(server)
    expect((await asSeller(order, 'release', { reason: 'because' })).json.invalidFields).toMatchObject([
      { field: 'reason', message: 'Choose a reason' },
    ])
    expect((await asSeller(order, 'release', { reason: 'no_answer' })).status).toBe(200)
    const { state, timeline } = await read(order, 'buyer')
    expect(state).toBe('cancelled')
    expect(timeline.at(-1)).toMatchObject({ transition: 'seller_releases', who: 'seller', reason: 'no_answer' })
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'unsold' })
  })

  test('because there is no copy any more keeps it back, paused, until they show it again', async () => {
    const order = await anOrder(server)
    expect((await asSeller(order, 'release', { reason: 'not_available' })).status).toBe(200)
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({
      available: 'unsold',
      isPaused: true,
    })
    const asked = { body: { change: 'show', books: [order.book] }, as: order.seller }
    expect((await send('POST', '/api/my-books/changes', asked)).json.changed).toEqual([order.book])
    expect((await send('GET', `/api/advertise/${order.book}`)).json.isPaused).toBe(false)
  })

  test('can’t once it is paid, and others never can', async () => {
    const paid = await aPaidOrder(server)
    expect((await asSeller(paid, 'release', { reason: 'no_answer' })).json).toMatchObject({ code: 'order_not_open' })
    const [order, other] = [await anOrder(server), await anOrder(server)]
    expect((await asSeller({ ...order, seller: other.seller }, 'release', { reason: 'no_answer' })).status).toBe(404)
  })
})

describe('time', () => {
  test('hands over a paid book after 14 days and ends the order after 48 hours, by the sweep alone', async () => {
    const order = await aPaidOrder(server)
    clock.advance(14 * 24 * hour - 60)
    await sweep(services)
    const { state: before, paidAt } = await read(order, 'buyer')
    expect(before).toBe('paid')
    clock.advance(60)
    await sweep(services)
    // `paidAt` is the time of the card's charge.
    expect(await read(order, 'buyer')).toMatchObject({ state: 'handed_over', paidAt })
    clock.advance(48 * hour - 60)
    await sweep(services)
    expect((await read(order, 'buyer')).state).toBe('handed_over')
    clock.advance(60)
    await sweep(services)
    const { state, timeline } = await read(order, 'buyer')
    expect(state).toBe('done')
    expect(timeline.map(({ who }: { who: string }) => who)).toEqual(['buyer', 'buyer', 'time', 'time'])
  })

  test('an unconfirmed agreed order expires after 14 days, and the copy is for sale again', async () => {
    const order = await aCashOrder()
    await asSeller(order, 'agree')
    clock.advance(14 * 24 * hour)
    await sweep(services)
    expect((await read(order, 'buyer')).state).toBe('expired')
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'unsold' })
  })

  test('reminders of a paid order are booked for three and ten days later, for both', async () => {
    const order = await aPaidOrder(server)
    const { rows } = await sql<{ days: number; to: string }>`
      SELECT round(extract(epoch FROM run_at - ${clock.now()}) / 86400)::int AS days, payload -> 'params' ->> 'to' AS to
      FROM graphile_worker._private_jobs
      WHERE payload -> 'params' ->> 'orderId' = ${order.id} AND payload -> 'params' ->> 'news' LIKE '%reminder'
      ORDER BY days, payload -> 'params' ->> 'to'`.execute(services.db)
    expect(rows).toEqual([
      { days: 3, to: 'buyer' },
      { days: 3, to: 'seller' },
      { days: 10, to: 'buyer' },
      { days: 10, to: 'seller' },
    ])
  })
})
