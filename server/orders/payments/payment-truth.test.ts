import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  atTheProvider,
  confirmCard,
  deliver,
  deliverAll,
  eventsAbout,
  withholdEvents,
  intentOf,
  openPayment,
  insertVoidPayment,
  paymentsOf,
  reportPaid,
  refundAtTheProvider,
  signatureOf,
  stateOf,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'

// Payment events are withheld until a test delivers them.
const server = await startTestServer({ connections: 40 })
await withholdEvents(server)
const { services, send } = server
const { db } = server.database

const cancel = (order: TestOrder) => send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
const bookOf = async (order: TestOrder) => (await send('GET', `/api/advertise/${order.book}`)).json.available as string

/** Ends an order without asking the provider, as if the payment had slipped through. */
async function endUnnoticed(order: TestOrder, state: 'cancelled' | 'expired'): Promise<void> {
  await sql`UPDATE orders SET state = ${state}, due_at = NULL, state_since = now() WHERE id = ${order.id}`.execute(db)
  await sql`UPDATE books SET state = 'unsold' WHERE id = ${order.book}`.execute(db)
}

const thin = (more: object, subject: { type: string; id: string }) =>
  JSON.stringify({
    id: 'evt_thin',
    object: 'v2.core.event',
    type: `v1.${subject.type}.changed`,
    created: '2026-11-26T12:00:00.000Z',
    livemode: false,
    related_object: { ...subject, url: `/v1/${subject.type}s/${subject.id}` },
    ...more,
  })

describe('an event of the provider', () => {
  test('that comes twice, or twenty times at once, changes nothing the second time', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(server, event)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await paymentsOf(server, order.id)).toEqual([
      { intentId, amount: 1250, refundReason: null, refunded: false },
    ])
    const { id } = JSON.parse(event) as { id: string }
    const { rows } = await sql`SELECT 1 FROM payment_events WHERE id = ${id}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('that comes out of order tells no lies', async () => {
    const order = await anOrder(server)
    const { clientSecret } = (await openPayment(server, order)).json
    const intentId = intentOf(clientSecret)
    await confirmCard(server, clientSecret, '4000000000000002')
    await confirmCard(server, clientSecret)
    const events = await eventsAbout(server, intentId)
    const kindOf = (event: string) => (JSON.parse(event) as { type: string }).type
    const succeeded = events.find((event) => kindOf(event) === 'payment_intent.succeeded') ?? ''
    const failed = events.find((event) => kindOf(event) === 'payment_intent.payment_failed') ?? ''
    for (const event of [succeeded, failed]) expect((await deliver(server, event)).status).toBe(200)
    expect(await stateOf(server, order)).toBe('paid')
  })

  test.each([
    ['without a signature', () => ''],
    ['with a signature made up', () => 't=1,v1=00'],
    ['signed with another secret', (event: string) => signatureOf(server, event, { secret: 'whsec_of_somebody_else' })],
    ['signed an hour ago', (event: string) => signatureOf(server, event, { at: new Date(Date.now() - 3600_000) })],
    ['signed an hour ahead', (event: string) => signatureOf(server, event, { at: new Date(Date.now() + 3600_000) })],
    ['with the signature of other bytes', (event: string) => signatureOf(server, `${event} `)],
  ])('%s is refused, and nothing is read from it', async (_how, sign) => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    expect(await deliver(server, event, await sign(event))).toMatchObject({
      status: 422,
      json: { code: 'invalid_input' },
    })
    expect(await stateOf(server, order)).toBe('claimed')
  })

  test.each(['[]', 'null', 'nonsense', '{"id":"evt_1","object":"event","type":"x"}', '{"object":"v2.core.event"}'])(
    'that is signed, but is %s, is refused in words',
    async (payload) => {
      expect(problemOf(await deliver(server, payload))).toMatchObject({
        status: 422,
        code: 'invalid_input',
        detail: expect.stringContaining('no event that the shop can read'),
      })
    },
  )

  test('about something else, of an unknown type, or about an unknown payment, is accepted and changes nothing', async () => {
    const event = (id: string, about: object) =>
      JSON.stringify({ id, object: 'event', type: 'x.y', data: { object: about } })
    expect((await deliver(server, event('evt_1', { object: 'customer', id: 'cus_1' }))).status).toBe(200)
    expect((await deliver(server, event('evt_2', { object: 'payment_intent', id: 'pi_strange' }))).status).toBe(200)
    const meter = thin({ id: 'evt_3' }, { type: 'billing.meter', id: 'mtr_1' })
    expect((await deliver(server, meter)).status).toBe(200)
  })

  test('that is thin is as good as its snapshot; both of them record one payment', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [snapshot = ''] = await eventsAbout(server, intentId)
    const { id } = JSON.parse(snapshot) as { id: string }
    const twin = thin({ id: 'evt_thin_twin', snapshot_event: id }, { type: 'payment_intent', id: intentId })
    const answers = await Promise.all([twin, snapshot, twin].map((event) => deliver(server, event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stateOf(server, order)).toBe('paid')
    expect(await paymentsOf(server, order.id)).toHaveLength(1)
  })

  test.each([
    ['another account', { account: 'acct_of_others' }],
    ['another context', { context: 'acct_of_others' }],
    ['the live mode', { livemode: true }],
  ])('of %s is accepted, and nobody is asked', async (_of, foreign) => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    const subject = { type: 'payment_intent', id: intentId }
    for (const sent of [JSON.stringify({ ...JSON.parse(event), ...foreign }), thin(foreign, subject)])
      expect((await deliver(server, sent)).status).toBe(200)
    expect(await stateOf(server, order)).toBe('claimed')
  })

  test('that comes days late, when much has happened since, changes nothing', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    await reportPaid(server, order)
    await refundAtTheProvider(server, intentId)
    for (const each of await eventsAbout(server, intentId)) await deliver(server, each)
    expect(await stateOf(server, order)).toBe('refunded')
    server.clock.advance(3 * 24 * 3600)
    expect((await deliver(server, event)).status).toBe(200)
    expect(await paymentsOf(server, order.id)).toMatchObject([{ refunded: true, refundReason: null }])
  })
})

describe('a payment', () => {
  test('is recorded once under 20 reports at the same moment, from every side', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [event = ''] = await eventsAbout(server, intentId)
    const { token } = order.buyer
    const body = { resalePrice: '12.50', transactionId: intentId, email: order.buyer.email, orderInfoId: order.id }
    const reports = Array.from({ length: 20 }, (_, turn) => {
      if (turn % 3 === 0) return deliver(server, event)
      if (turn % 3 === 1) return send('POST', '/api/payments', { token, body })
      return send('PUT', `/api/makeorderpaid/${order.id}`, { token, body: { isPaid: true } })
    })
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await paymentsOf(server, order.id)).toHaveLength(1)
  })

  test.each(['cancelled', 'expired'] as const)('for an order that is %s goes back in full, on record', async (end) => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await endUnnoticed(order, end)
    const [event = ''] = await eventsAbout(server, intentId)
    expect((await deliver(server, event)).status).toBe(200)
    expect(await stateOf(server, order)).toBe('refunded')
    expect(await atTheProvider(server, intentId)).toEqual({ status: 'succeeded', refunded: true })
    expect(await paymentsOf(server, order.id)).toEqual([
      { intentId, amount: 1250, refundReason: `the order was ${end} when the payment arrived`, refunded: true },
    ])
    expect(await bookOf(order)).toBe('unsold')
    // A payment that paid for nothing has no receipt and no reminder.
    const { rows } = await sql`SELECT payload FROM graphile_worker._private_jobs
      WHERE payload -> 'params' ->> 'orderId' = ${order.id}
        AND (payload ->> 'name' = 'order_paid' OR payload -> 'params' ->> 'news' LIKE '%reminder')`.execute(db)
    expect(rows).toEqual([])
    expect(await reportPaid(server, order)).toMatchObject({
      status: 409,
      json: { code: 'not_paid', detail: expect.stringContaining('You get it back in full') },
    })
  })

  test('of another amount than the order’s goes back in full, and the order stays open', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await sql`UPDATE orders SET amount = 1300 WHERE id = ${order.id}`.execute(db)
    const [event = ''] = await eventsAbout(server, intentId)
    await deliver(server, event)
    expect(await stateOf(server, order)).toBe('claimed')
    expect(await atTheProvider(server, intentId)).toEqual({ status: 'succeeded', refunded: true })
    expect(await paymentsOf(server, order.id)).toMatchObject([
      { refundReason: 'the amount is not the order’s', refunded: true },
    ])
  })

  test('that was given back at the provider makes the order refunded, and the copy does not come back', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const [paid = ''] = await eventsAbout(server, intentId)
    await deliver(server, paid)
    await refundAtTheProvider(server, intentId)
    const refunded = (await eventsAbout(server, intentId)).find((event) => event.includes('charge.refunded')) ?? ''
    expect((await deliver(server, refunded)).status).toBe(200)
    expect((await deliver(server, refunded)).status).toBe(200)
    expect(await stateOf(server, order)).toBe('refunded')
    expect(await paymentsOf(server, order.id)).toMatchObject([{ refundReason: null, refunded: true }])
    expect(await bookOf(order)).toBe('sold')
  })

  test('beside the one that paid the order goes back alone: the order stays paid', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await deliver(server, (await eventsAbout(server, intentId))[0] ?? '')
    const { amount, currency } = (await services.cards?.findIntent(intentId)) ?? { amount: 0, currency: '' }
    // The provider forgets its idempotency keys after a day.
    await sql`DELETE FROM card_simulator.idempotency_keys`.execute(db)
    const second = await services.cards?.openIntent({ orderId: order.id, amount, currency, description: 'again' })
    const { intentId: secondId = '', clientSecret = '' } = second ?? {}
    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    await deliverAll(server, secondId)
    const refunded = (await eventsAbout(server, secondId)).find((event) => event.includes('charge.refunded')) ?? ''
    expect((await deliver(server, refunded)).status).toBe(200)
    expect(await atTheProvider(server, secondId)).toMatchObject({ refunded: true })
    expect(await stateOf(server, order)).toBe('paid')
    expect(await atTheProvider(server, intentId)).toMatchObject({ refunded: false })
  })

  test('of another program on the same card account, with a foreign order id, is ignored', async () => {
    const order = { orderId: `2024-${Date.now()}`, amount: 1250, currency: 'usd', description: 'soap' }
    const foreign = await services.cards?.openIntent(order)
    const { intentId = '', clientSecret = '' } = foreign ?? {}
    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    const [event = ''] = await eventsAbout(server, intentId)
    expect((await deliver(server, event)).status).toBe(200)
    expect(await atTheProvider(server, intentId)).toMatchObject({ refunded: false })
  })

  test('that must go back and could not is given back by the sweep', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const reason = 'the order was cancelled when the payment arrived'
    await insertVoidPayment(server, { orderId: order.id, intentId, reason })
    await endUnnoticed(order, 'cancelled')
    await sweep(services)
    expect(await atTheProvider(server, intentId)).toMatchObject({ refunded: true })
    expect(await paymentsOf(server, order.id)).toMatchObject([{ refunded: true }])
  })
})

describe('cancelling and paying', () => {
  test('concurrently, 20 times: never paid and expired at once, no money stays for a cancelled order', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const order = await anOrder(server)
      const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
      const intentId = intentOf(clientSecret)
      // Cancelling takes longer to reach the provider; its head start lets either side win.
      const cancelling = cancel(order)
      await sleep(round % 10)
      const [cancelled, confirmed] = await Promise.all([cancelling, confirmCard(server, clientSecret)])
      await deliverAll(server, intentId)
      const state = await stateOf(server, order)
      const book = await bookOf(order)
      const money = await atTheProvider(server, intentId)
      const shown = `${state}: book ${book}, money ${money.status}${money.refunded ? ' and back' : ''}`
      outcomes.push(shown)
      expect([cancelled.status, confirmed.status >= 400]).toEqual(state === 'paid' ? [409, false] : [200, true])
    }
    const consistent = new Set(['paid: book sold, money succeeded', 'cancelled: book unsold, money cancelled'])
    expect(outcomes.filter((outcome) => !consistent.has(outcome))).toEqual([])
  })

  test('cancelling after the money moved pays the order instead, and says so', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    expect(await cancel(order)).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
    expect(await stateOf(server, order)).toBe('paid')
    expect(await bookOf(order)).toBe('sold')
  })

  test('a claim that expires after the money moved is paid instead', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    await sql`UPDATE orders SET due_at = ${new Date(server.clock.now().getTime() - 60_000)} WHERE id = ${order.id}`.execute(
      db,
    )
    await takeTimeStep(services, order.id)
    expect(await stateOf(server, order)).toBe('paid')
  })

  test('after a cancel the card can’t be charged any more', async () => {
    const order = await anOrder(server)
    const { clientSecret } = (await openPayment(server, order)).json
    expect((await cancel(order)).status).toBe(200)
    expect((await confirmCard(server, clientSecret)).status).toBe(400)
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'cancelled', refunded: false })
  })

  test('a payment that is opened after the cancelling has looked for one is cancelled, too', async () => {
    const order = await anOrder(server)
    const opened = await services.cards?.openIntent({
      orderId: order.id,
      amount: 1250,
      currency: 'usd',
      description: 'a book',
    })
    const intentId = opened?.intentId ?? ''
    let cancelling = Promise.resolve<unknown>(null)
    await db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM orders WHERE id = ${order.id} FOR UPDATE`.execute(tx)
      cancelling = cancel(order)
      await until(async () => (await waitingForLocks(db, 'SELECT "o".')) === 1)
      await sql`UPDATE orders SET intent_id = ${intentId} WHERE id = ${order.id}`.execute(tx)
    })
    expect(await cancelling).toMatchObject({ status: 200 })
    expect(await stateOf(server, order)).toBe('cancelled')
    expect(await atTheProvider(server, intentId)).toMatchObject({ status: 'cancelled' })
  })

  test('a payment that is opened while its order is being cancelled is not left open', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await anOrder(server)
      const [opened] = await Promise.all([openPayment(server, order), cancel(order)])
      expect(await stateOf(server, order)).toBe('cancelled')
      if (opened.status !== 200) continue
      const { status } = await atTheProvider(server, intentOf(opened.json.clientSecret as string))
      expect(status).toBe('cancelled')
    }
  })
})
