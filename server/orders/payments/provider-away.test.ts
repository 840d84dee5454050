import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  withholdEvents,
  openPayment,
  paymentsOf,
  stateOf,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const away = { status: 503, json: { code: 'unavailable', detail: expect.stringContaining('Nothing is lost') } }

describe('while the card provider fails', () => {
  test('opening, reporting and cancelling say so, lose nothing, and work once it is back', async () => {
    const server = await startTestServer()
    await withholdEvents(server)
    const [waiting, unpaid, { order, intentId }] = [
      await anOrder(server),
      await anOrder(server),
      await anOrderPaidAtTheProvider(server),
    ]
    await openPayment(server, unpaid)
    const { token } = order.buyer
    const report = () =>
      server.send('POST', '/api/payments', { token, body: { transactionId: intentId, orderInfoId: order.id } })
    const cancel = () => server.send('POST', `/api/my-orders/${unpaid.id}/cancel`, { token: unpaid.buyer.token })

    await sql`ALTER TABLE card_simulator.objects RENAME TO objects_away`.execute(server.database.db)
    const answers = await Promise.all([openPayment(server, waiting), report(), cancel()])
    expect(answers).toMatchObject([away, away, away])
    expect(answers.map(({ text }) => text).join()).not.toMatch(/SELECT|relation|stack|StripeError/)
    for (const each of [waiting, unpaid, order]) expect(await stateOf(server, each)).toBe('claimed')

    await sql`ALTER TABLE card_simulator.objects_away RENAME TO objects`.execute(server.database.db)
    const again = await Promise.all([openPayment(server, waiting), report(), cancel()])
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stateOf(server, order)).toBe('paid')
    expect(await paymentsOf(server, order.id)).toHaveLength(1)
    expect(await stateOf(server, unpaid)).toBe('cancelled')
  })

  test('a provider that can’t be reached at all is the same to the buyer', async () => {
    // Tests can only reach this machine, so the real provider counts as away.
    const server = await startTestServer({
      env: {
        STRIPE_SECRET_KEY: 'sk_test_nobody',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
      },
    })
    const order = await anOrder(server)
    expect(await openPayment(server, order)).toMatchObject(away)
    expect(await stateOf(server, order)).toBe('claimed')
  })
})

test('a crowd of buyers doesn’t keep the shop from asking a provider that is well', async () => {
  const server = await startTestServer()
  const orders: TestOrder[] = []
  while (orders.length < 90) orders.push(await anOrder(server))
  const answers = await Promise.all(orders.map((order) => openPayment(server, order)))
  const refused = answers.filter(({ status }) => status !== 200).map(({ json }) => json.detail as string)
  // Excess requests may be refused; admitted ones succeed.
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(60)
  expect(refused.filter((detail) => !detail.startsWith('Too many people'))).toEqual([])
})

test('with cards off claims work, payments are refused in words, and the simulator is not there', async () => {
  const server = await startTestServer({
    env: {
      DOGEAR_MODE: 'live',
      PUBLIC_URL: 'https://books.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'shop@example.org',
      RATE_LIMITS: '',
    },
  })
  const order = await anOrder(server)
  const { token } = order.buyer
  const off = { status: 409, json: { code: 'cards_off' } }
  expect(await openPayment(server, order)).toMatchObject(off)
  expect((await server.send('GET', '/api/config')).json).toMatchObject({
    demo: false,
    cards: { mode: 'off', methods: 'card', publishableKey: '', apiBase: '' },
  })
  const reported = await server.send('PUT', `/api/makeorderpaid/${order.id}`, { token, body: { isPaid: true } })
  expect(reported).toMatchObject({ status: 409, json: { code: 'not_paid' } })
  expect(await server.send('POST', '/api/payment-events', { body: {} })).toMatchObject(off)
  expect((await server.send('GET', '/api/card-simulator/v1/payment_intents/pi_1')).status).toBe(404)
  expect((await server.send('GET', '/api/outbox')).status).toBe(404)
  expect((await server.send('POST', `/api/my-orders/${order.id}/cancel`, { token })).status).toBe(200)
})
