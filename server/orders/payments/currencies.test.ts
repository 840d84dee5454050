import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import {
  anOrder,
  atTheProvider,
  confirmCard,
  withholdEvents,
  intentOf,
  openPayment,
  paymentsOf,
  reportPaid,
  stateOf,
} from '#tests/kit/paying.ts'
import { anAccount, type TestAccount, aPictureOf, productBody } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'

describe.each([
  { currency: 'USD', typed: '12,5', wire: '12.50', minor: 1250, charged: 1250, shown: '$12.50', tooCheap: '0.49' },
  { currency: 'JPY', typed: '1200', wire: '1200', minor: 1200, charged: 1200, shown: '¥1,200', tooCheap: '49' },
  {
    currency: 'KWD',
    typed: '12.5',
    wire: '12.500',
    minor: 12_500,
    charged: 12_500,
    shown: 'KWD 12.500',
    tooCheap: '0.490',
  },
  {
    currency: 'HUF',
    typed: '4000',
    wire: '4000.00',
    minor: 400_000,
    charged: 400_000,
    shown: 'HUF 4,000.00',
    tooCheap: '174.99',
  },
  // Only the provider counts ISK in hundredths.
  { currency: 'ISK', typed: '1200', wire: '1200', minor: 1200, charged: 120_000, shown: 'ISK 1,200', tooCheap: '49' },
])('a shop in $currency', ({ currency, typed, wire, minor, charged, shown, tooCheap }) => {
  let server: TestServer
  let seller: TestAccount
  let cover: string
  beforeAll(async () => {
    server = await startTestServer({ env: { CURRENCY: currency }, jobs: true })
    seller = await anAccount(server.services, 'seller')
    cover = await aPictureOf(server.services, seller)
  })
  afterAll(() => server.close())

  const add = (resalePrice: string) =>
    server.send('POST', '/api/add-product', {
      token: seller.token,
      body: { ...productBody, book_img: cover, originalPrice: typed, resalePrice },
    })
  const listed = async () => (await add(typed)).json.insertedId as string

  test('the typed price is shown, claimed, charged and mailed', async () => {
    const book = await listed()
    const read = (await server.send('GET', `/api/advertise/${book}`)).json
    expect(read).toMatchObject({ resalePrice: wire, originalPrice: wire, currency })

    const order = await anOrder(server, { seller, book })
    const { clientSecret } = (await openPayment(server, order, wire)).json as { clientSecret: string }
    const intentId = intentOf(clientSecret)
    const { rows } = await sql<{ amount: number; currency: string }>`
      SELECT (document ->> 'amount')::int AS amount, document ->> 'currency' AS currency
      FROM card_simulator.objects WHERE id = ${intentId}`.execute(server.database.db)
    expect(rows).toEqual([{ amount: charged, currency: currency.toLowerCase() }])
    expect(await server.services.cards?.findIntent(intentId)).toMatchObject({ amount: minor })

    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    await reportPaid(server, order)
    expect(await stateOf(server, order)).toBe('paid')
    expect(await paymentsOf(server, order.id)).toMatchObject([{ amount: minor, refundReason: null }])
    await expect
      .poll(async () => (await server.send('GET', '/api/outbox')).text.replaceAll('\u00A0', ' '))
      .toContain(shown)
  })

  test('another price than the order’s is refused, also one that only looks the same', async () => {
    const order = await anOrder(server, { seller, book: await listed() })
    for (const price of ['7', '1.234', '12345', tooCheap])
      expect(problemOf(await openPayment(server, order, price))).toMatchObject({ code: 'price_mismatch' })
    expect((await openPayment(server, order, wire)).status).toBe(200)
  })

  test('money for an order that is over goes back in full', async () => {
    await withholdEvents(server)
    const order = await anOrder(server, { seller, book: await listed() })
    const { clientSecret } = (await openPayment(server, order, wire)).json as { clientSecret: string }
    await confirmCard(server, clientSecret)
    await sql`UPDATE orders SET state = 'cancelled', due_at = NULL WHERE id = ${order.id}`.execute(server.database.db)
    await reportPaid(server, order)
    await sweep(server.services)
    expect(await paymentsOf(server, order.id)).toMatchObject([{ amount: minor, refunded: true }])
    expect(await atTheProvider(server, intentOf(clientSecret))).toEqual({ status: 'succeeded', refunded: true })
  })

  test('what a card can’t be charged with can’t be listed', async () => {
    expect(problemOf(await add(tooCheap)).invalidFields).toEqual([
      { field: 'resalePrice', message: expect.stringMatching(/^The lowest price is /) },
    ])
  })

  test('the API’s description says how a price is written', async () => {
    const { paths } = (await server.send('GET', '/api/openapi.json')).json
    const { schema } = paths['/api/add-product'].post.requestBody.content['application/json']
    expect(wire).toMatch(new RegExp(schema.properties.resalePrice.pattern as string))
    expect(new RegExp(schema.properties.resalePrice.pattern as string).test('1.5')).toBe(wire.includes('.'))
  })
})

test('in KWD a price ends with a 0, because the card provider takes no other', async () => {
  const server = await startTestServer({ env: { CURRENCY: 'KWD' } })
  const open = server.services.cards!.openIntent({ orderId: 'x', amount: 12_505, currency: 'kwd', description: 'x' })
  await expect(open).rejects.toThrow(/multiples of 10/)
})

test('the buyer reads that an amount is too small for a card, and can pay in cash or cancel', async () => {
  const server = await startTestServer()
  // Simulates a currency without a documented minimum.
  await sql`ALTER TABLE orders DROP CONSTRAINT orders_amount_check`.execute(server.database.db)
  const order = await anOrder(server)
  await sql`UPDATE orders SET amount = 20 WHERE id = ${order.id}`.execute(server.database.db)
  const refused = problemOf(await openPayment(server, order, '0.20'))
  expect(refused).toMatchObject({ status: 409, detail: expect.stringMatching(/^Cards can’t be charged with this/) })
  expect(await stateOf(server, order)).toBe('claimed')
})

test('a payment that was opened with another amount is not offered again', async () => {
  const server = await startTestServer()
  const order = await anOrder(server)
  await openPayment(server, order)
  await sql`UPDATE orders SET amount = 1300 WHERE id = ${order.id}`.execute(server.database.db)
  expect(problemOf(await openPayment(server, order, '13'))).toMatchObject({ code: 'order_not_open' })
})
