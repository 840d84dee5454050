import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import {
  anAgreedOrder,
  anOrder,
  anOrderOnItsWay,
  atTheProvider,
  confirmAtTheProvider,
  confirmCard,
  confirmDebit,
  debits,
  deliver,
  eventsAbout,
  intentOf,
  openPayment,
  paymentsOf,
  reportPaid,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { cancelPayment } from './cancel-payment.ts'
import { openPayment as openPaymentOf } from './open-payment.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

// Payments by what the account allows, on a server of their own each, so that a clock moves for one test alone.
async function aShop(env: Record<string, string> = { PAYMENT_METHODS: 'account' }): Promise<TestServer> {
  const server = await startTestServer({ env })
  await withholdEvents(server)
  return server
}
const shop = await aShop()
const { services, send } = shop
const hour = 3600

const see = async ({ id, buyer }: TestOrder) => (await send('GET', `/api/my-orders/${id}`, { as: buyer })).json
const bookOf = async (order: TestOrder) => (await send('GET', `/api/advertise/${order.book}`)).json.available as string
const act = (order: TestOrder, side: 'buyer' | 'seller', path: string, body?: object) =>
  send('POST', path, { as: order[side], ...(body && { body }) })
const transitions = async (order: TestOrder) =>
  ((await see(order)).timeline as { transition: string }[]).map(({ transition }) => transition)
const mailsTo = (order: TestOrder, news: string) =>
  bookedMails(shop, { name: 'order_news', params: { orderId: order.id, to: 'buyer', news } })

/** An order whose claim has `seconds` left, and its payment on its way at the provider, as the shop has heard. */
async function onItsWay(account: string, seconds = 48 * hour) {
  const order = await anOrder(shop)
  shop.clock.advance(48 * hour - seconds)
  const sent = await anOrderOnItsWay(shop, account, order)
  await sweep(services)
  return { ...sent, order }
}

describe('a payment that is on its way', () => {
  test('keeps the claim over its end, however often time looks, and pays when it arrives', async () => {
    const { order, intentId } = await onItsWay(debits.arrives, 5)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true, dueAt: null })
    shop.clock.advance(6)
    await takeTimeStep(services, order.id)
    await sweep(services)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
    expect(await bookOf(order)).not.toBe('unsold')
    shop.clock.advance(5)
    await sweep(services)
    expect(await see(order)).toMatchObject({
      state: 'paid',
      isPaymentProcessing: false,
      paymentMethod: 'us_bank_account',
    })
    expect(await transitions(order)).toEqual(['buyer_claims', 'bank_sends_payment', 'buyer_pays'])
    expect(await paymentsOf(shop, order.id)).toEqual([{ intentId, amount: 1250, refundReason: null, refunded: false }])
  })

  test('keeps it where the shop has not heard of it yet: expiry asks first', async () => {
    const order = await anOrder(shop)
    shop.clock.advance(48 * hour - 1)
    await anOrderOnItsWay(shop, debits.stays, order)
    shop.clock.advance(2)
    await takeTimeStep(services, order.id)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
    shop.clock.advance(30 * 24 * hour)
    await sweep(services)
    await takeTimeStep(services, order.id)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
  })

  test('is not paid a second time: there is one intent, and it can’t be confirmed again', async () => {
    const { order, clientSecret } = await onItsWay(debits.stays)
    expect(await openPayment(shop, order)).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
    expect((await confirmCard(shop, clientSecret)).status).toBe(400)
    expect(await reportPaid(shop, order)).toMatchObject({ status: 409, json: { code: 'not_paid' } })
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
  })

  test('the buyer’s browser hears at once what the provider says', async () => {
    const { order } = await anOrderOnItsWay(shop, debits.stays)
    expect(await openPayment(shop, order)).toMatchObject({
      status: 409,
      json: { detail: 'The payment for this order is on its way.' },
    })
    expect(await see(order)).toMatchObject({ isPaymentProcessing: true })
  })

  test('lets nobody cancel, release, or turn to cash, in words', async () => {
    const { order, intentId } = await onItsWay(debits.stays)
    const cash = await anAgreedOrder(shop)
    await anOrderOnItsWay(shop, debits.stays, cash)
    await sweep(services)
    const answers = [
      await act(order, 'buyer', `/api/my-orders/${order.id}/cancel`),
      await act(order, 'buyer', `/api/my-orders/${order.id}/cash`),
      await act(order, 'seller', `/api/my-buyers/${order.id}/release`, { reason: 'no_answer' }),
      await act(cash, 'buyer', `/api/my-orders/${cash.id}/received`),
      await act(cash, 'buyer', `/api/my-orders/${cash.id}/cancel`),
    ]
    for (const { json } of answers)
      expect(json).toMatchObject({ code: 'order_not_open', detail: expect.stringContaining('on its way') })
    expect(await atTheProvider(shop, intentId)).toMatchObject({ status: 'processing' })
  })

  test('is noticed by a cancellation that comes first', async () => {
    const { order, intentId } = await anOrderOnItsWay(shop, debits.stays)
    expect(await act(order, 'buyer', `/api/my-orders/${order.id}/cancel`)).toMatchObject({
      status: 409,
      json: { code: 'order_not_open' },
    })
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
    expect(await atTheProvider(shop, intentId)).toMatchObject({ status: 'processing' })
  })

  test('that the shop hears of after the hand-over in cash goes back once it has arrived', async () => {
    const order = await anAgreedOrder(shop)
    const { intentId } = await anOrderOnItsWay(shop, debits.arrives, order)
    expect((await act(order, 'buyer', `/api/my-orders/${order.id}/received`)).status).toBe(200)
    await expect(cancelPayment(services, intentId)).rejects.toThrow('on its way')
    shop.clock.advance(11)
    await cancelPayment(services, intentId)
    expect(await paymentsOf(shop, order.id)).toMatchObject([{ intentId, refunded: true }])
    expect(await see(order)).toMatchObject({ state: 'handed_over', paysInCash: true })
  })

  test('outlives the closing of the seller’s account, and arrives', async () => {
    const { order } = await onItsWay(debits.arrives)
    const admin = await anAccount(services, 'admin')
    const closed = await send('DELETE', `/api/all-sellers/delete/${order.seller.id}`, { as: admin })
    expect(closed.status).toBe(200)
    expect(await see(order)).toMatchObject({ state: 'claimed', isSellerClosed: true })
    shop.clock.advance(11)
    await sweep(services)
    expect(await see(order)).toMatchObject({ state: 'paid', isSellerClosed: true })
  })

  test('is told by its event, and an older one changes nothing', async () => {
    const { order, intentId } = await anOrderOnItsWay(shop, debits.arrives)
    const events = await eventsAbout(shop, intentId)
    const typeOf = (event: string) => (JSON.parse(event) as { type: string }).type
    const [sent, arrived] = ['processing', 'succeeded'].map((type) =>
      events.find((event) => typeOf(event) === `payment_intent.${type}`)!,
    )
    await deliver(shop, sent!)
    expect(await see(order)).toMatchObject({ isPaymentProcessing: true })
    // It says that the money is there; the provider doesn't.
    await deliver(shop, arrived!)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: true })
    shop.clock.advance(11)
    await deliver(shop, arrived!)
    await deliver(shop, sent!)
    expect(await see(order)).toMatchObject({ state: 'paid', isPaymentProcessing: false })
  })
})

describe('a bank that sends nothing in the end', () => {
  test('gives the buyer the payment again, with the time that is left and an email, and a card pays', async () => {
    const { order, intentId } = await onItsWay(debits.fails)
    shop.clock.advance(11)
    await sweep(services)
    await sweep(services)
    const seen = await see(order)
    expect(seen).toMatchObject({ state: 'claimed', isPaymentProcessing: false, dueAt: seen.payBy })
    expect((await mailsTo(order, 'payment_failed')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Not paid: /),
    ])
    const again = await openPayment(shop, order)
    expect(intentOf(again.json.clientSecret as string)).toBe(intentId)
    await confirmCard(shop, again.json.clientSecret as string)
    await reportPaid(shop, order)
    expect(await see(order)).toMatchObject({ state: 'paid', paymentMethod: 'card' })
  })

  test('ends the claim where no time is left, and both read why', async () => {
    const { order, intentId } = await onItsWay(debits.fails, 5)
    shop.clock.advance(11)
    await sweep(services)
    expect(await see(order)).toMatchObject({ state: 'expired', isPaymentProcessing: false })
    expect(await bookOf(order)).toBe('unsold')
    expect(await mailsTo(order, 'payment_failed')).toEqual([])
    const [mail] = await mailsTo(order, 'expired')
    expect(mail?.text).toContain('because the bank didn’t send the payment')
    expect(await atTheProvider(shop, intentId)).toMatchObject({ status: 'cancelled' })
  })

  test('ends it by a job at once, where the shop learns of it by an event', async () => {
    const { order, intentId } = await onItsWay(debits.fails, 5)
    shop.clock.advance(11)
    const failed = (await eventsAbout(shop, intentId)).find((event) => event.includes('payment_intent.payment_failed'))
    await deliver(shop, failed!)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = 'expire_claim' AND j.payload ->> 'orderId' = ${order.id} AND j.run_at <= now()`.execute(
      services.db,
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('a method that redirects', () => {
  const leave = async (order: TestOrder) => {
    const { clientSecret } = (await openPayment(shop, order)).json as { clientSecret: string }
    const confirmed = await confirmAtTheProvider(shop, clientSecret, {
      'payment_method_data[type]': 'amazon_pay',
      return_url: `${shop.origin}/dashboard/payment/${order.id}`,
      use_stripe_sdk: 'true',
    })
    const intent = (await confirmed.json()) as { next_action: { redirect_to_url: { url: string } } }
    return { clientSecret, page: `${shop.origin}${intent.next_action.redirect_to_url.url}` }
  }
  const answer = (page: string, outcome: 'complete' | 'fail') =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

  test('pays on the page that the buyer left for, and leads back to the order’s', async () => {
    const order = await anOrder(shop)
    const { page } = await leave(order)
    expect(await see(order)).toMatchObject({ state: 'claimed', isPaymentProcessing: false })
    const back = new URL((await answer(page, 'complete')).headers.get('location') ?? '', shop.origin)
    expect(back.pathname).toBe(`/dashboard/payment/${order.id}`)
    expect(await openPayment(shop, order)).toMatchObject({ status: 409 })
    expect(await see(order)).toMatchObject({ state: 'paid', paymentMethod: 'amazon_pay' })
  })

  test('that was refused leaves the same payment open for another method', async () => {
    const order = await anOrder(shop)
    const { page, clientSecret } = await leave(order)
    await answer(page, 'fail')
    expect((await openPayment(shop, order)).json).toEqual({ clientSecret })
    await confirmCard(shop, clientSecret)
    await reportPaid(shop, order)
    expect(await see(order)).toMatchObject({ state: 'paid', paymentMethod: 'card' })
  })

  test('comes back after the buyer cancelled: the page can’t pay any more', async () => {
    const order = await anOrder(shop)
    const { page, clientSecret } = await leave(order)
    expect((await act(order, 'buyer', `/api/my-orders/${order.id}/cancel`)).status).toBe(200)
    await answer(page, 'complete')
    expect(await atTheProvider(shop, intentOf(clientSecret))).toMatchObject({ status: 'cancelled' })
    expect(await see(order)).toMatchObject({ state: 'cancelled' })
  })
})

describe('a setting that was changed', () => {
  test('a payment opened for cards is finished by a card, and for the account’s methods by any', async () => {
    const cardsOnly = await aShop({})
    const old = await anOrder(cardsOnly)
    const { clientSecret } = (await openPayment(cardsOnly, old)).json as { clientSecret: string }
    expect((await confirmDebit(cardsOnly, clientSecret, debits.stays)).status).toBe(400)
    cardsOnly.services.site.cards.methods = 'account'
    expect((await openPayment(cardsOnly, old)).json).toEqual({ clientSecret })
    await confirmCard(cardsOnly, clientSecret)
    expect((await reportPaid(cardsOnly, old)).status).toBe(200)
  })

  test('two servers with different settings open one payment for an order', async () => {
    const order = await anOrder(shop)
    const cardsAlone = { ...services, site: { ...services.site, cards: { ...services.site.cards, methods: 'card' } } }
    const opened = await Promise.all(
      [services, cardsAlone as typeof services].map((each) =>
        openPaymentOf(each, order.buyer.id, { orderId: order.id, resalePrice: '12.50' }),
      ),
    )
    expect(opened[0]).toEqual(opened[1])
  })
})
