import { beforeEach, describe, expect, test } from 'vitest'
import { cardForm, keys, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'

/** A fresh payment of 12.50 for each test. */
let intent: Wire
const simulator = await startCardSimulator()
const { database } = simulator
beforeEach(async () => {
  const order = { amount: '1250', currency: 'USD', description: 'A book', 'metadata[orderId]': 'order-1' }
  intent = (await simulator.shop('POST', '/payment_intents', order)).body
})

const confirm = (form: Record<string, string>) =>
  simulator.browser('POST', `/payment_intents/${intent.id}/confirm`, { client_secret: intent.client_secret, ...form })
const detail = (details: Record<string, string>) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [`payment_method_data[card][${name}]`, value]))
const GOOD = '4242424242424242'
const retrieve = async () => (await simulator.shop('GET', `/payment_intents/${intent.id}`)).body

describe('cards', () => {
  test('4242 4242 4242 4242 pays, with spaces or without, and the number is stored nowhere', async () => {
    const { status, body } = await confirm(cardForm('4242 4242 4242 4242'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount: 1250, currency: 'usd' })
    expect(await retrieve()).toMatchObject({ status: 'succeeded', amount_received: 1250 })
    const { rows } = await database.pool.query('SELECT o::text AS kept FROM card_simulator.objects o')
    expect(rows.map(({ kept }: { kept: string }) => kept).join()).not.toMatch(/4242.?4242|"cvc"/)
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s is declined (%s %s), is remembered as that, and another card pays', async (number, code, reason, message) => {
    const { status, body } = await confirm(cardForm(number))
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code, message, payment_intent: { id: intent.id } })
    expect(body.error['decline_code']).toBe(reason)
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, message } })
    expect((await confirm(cardForm(GOOD))).body).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  const thisYear = new Date().getUTCFullYear()
  const incorrect = ['incorrect_number', 'Your card number is incorrect.'] as const
  test.each([
    ['a wrong digit', '4242424242424241', {}, ...incorrect],
    [
      'a card that isn’t a test card',
      '4539578763621486',
      {},
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    ],
    ['words', 'four two', {}, ...incorrect],
    ['no number', '', {}, 'incomplete_number', 'Your card number is incomplete.'],
    [
      'last year',
      GOOD,
      { exp_year: `${thisYear - 1}` },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
    ],
    ['month 13', GOOD, { exp_month: '13' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    ['no month', GOOD, { exp_month: '' }, 'incomplete_expiry', "Your card's expiration date is incomplete."],
    ['two digits of code', GOOD, { cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid."],
    ['no security code', GOOD, { cvc: '' }, 'incomplete_cvc', "Your card's security code is incomplete."],
  ])('%s is refused before anything happens', async (_what, number, details, code, message) => {
    const { status, body } = await confirm(cardForm(number, detail(details)))
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code, message })
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method', last_payment_error: null })
  })

  test('a year may have two digits, and an American Express code four', async () => {
    const form = cardForm('378282246310005', detail({ exp_year: String(thisYear + 1).slice(2), cvc: '1234' }))
    expect((await confirm(form)).body).toMatchObject({ status: 'succeeded' })
  })
})

describe('who may do what', () => {
  test('without a key, with an unknown one, and never a key in the answer', async () => {
    const path = `${simulator.origin()}/api/card-simulator/v1/payment_intents/${intent.id}`
    const none = await fetch(path)
    expect(none.status).toBe(401)
    expect(((await none.json()) as Wire).error.message).toMatch(/did not provide an API key/)
    const unknown = await fetch(path, { headers: { authorization: 'Bearer sk_live_somebodys_real_key_4711' } })
    expect(unknown.status).toBe(401)
    expect(((await unknown.json()) as Wire).error.message).toBe('Invalid API Key provided: sk_live_********4711')
  })

  test('a browser may not create, cancel, refund or list', async () => {
    const answers = await Promise.all([
      simulator.browser('POST', '/payment_intents', { amount: '1250', currency: 'usd' }),
      simulator.browser('POST', `/payment_intents/${intent.id}/cancel`, { client_secret: intent.client_secret }),
      simulator.browser('POST', '/refunds', { payment_intent: intent.id }),
      simulator.browser('GET', '/refunds', { payment_intent: intent.id }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'secret_key_required' })
    }
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
  })

  test('a browser needs the client secret of this very intent', async () => {
    const path = `/payment_intents/${intent.id}`
    const other = (await simulator.shop('POST', '/payment_intents', { amount: '1250', currency: 'usd' })).body
    const card = cardForm(GOOD)
    for (const client_secret of [other.client_secret, `${intent.client_secret}x`, intent.id]) {
      const answers = [
        await simulator.browser('GET', path, { client_secret }),
        await simulator.browser('POST', `${path}/confirm`, { ...card, client_secret }),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(400)
        expect(body.error['code']).toBe('payment_intent_invalid_parameter')
      }
    }
    expect((await simulator.browser('GET', path)).body.error['code']).toBe('parameter_missing')
    expect((await simulator.browser('POST', `${path}/confirm`, card)).body.error['code']).toBe('parameter_missing')
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
  })

  test('a browser doesn’t see what the shop noted', async () => {
    const { body } = await simulator.browser('GET', `/payment_intents/${intent.id}`, {
      client_secret: intent.client_secret,
    })
    expect(body).toMatchObject({ id: intent.id, amount: 1250 })
    expect(body).not.toHaveProperty('metadata')
    expect((await retrieve())['metadata']).toEqual({ orderId: 'order-1' })
  })

  test('card numbers never go through the shop', async () => {
    const { status } = await simulator.shop('POST', `/payment_intents/${intent.id}/confirm`, cardForm(GOOD))
    expect(status).toBe(402)
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
  })
})

describe('requests that can’t be right', () => {
  test.each([
    [{ currency: 'usd' }, 'parameter_missing', 'Missing required param: amount.'],
    [{ amount: '12.5', currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 12.5'],
    [{ amount: '1e3', currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 1e3'],
    [{ amount: '-5', currency: 'usd' }, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.'],
    [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'Amount must be no more than $999,999.99 usd'],
    [{ amount: '500' }, 'parameter_missing', 'Missing required param: currency.'],
    [{ amount: '500', currency: 'usd', colour: 'red' }, 'parameter_unknown', 'Received unknown parameter: colour'],
  ])('%j → %s', async (form, code, message) => {
    const { status, body } = await simulator.shop('POST', '/payment_intents', { ...form })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code, message })
  })

  test('unknown currencies, objects and addresses, null bytes, JSON and huge bodies are refused in the same form', async () => {
    const post = (body: string, type: string) =>
      fetch(`${simulator.origin()}/api/card-simulator/v1/payment_intents`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': type },
      })
    const asForm = 'application/x-www-form-urlencoded'
    const answers: [number, { status: number }][] = [
      [400, await simulator.shop('POST', '/payment_intents', { amount: '500', currency: 'zzz' })],
      [404, await simulator.shop('GET', '/payment_intents/pi_nothing')],
      [404, await simulator.shop('GET', '/payment_intents/pi_%00')],
      [404, await simulator.shop('POST', '/refunds', { payment_intent: 'pi_nothing' })],
      [404, await simulator.shop('GET', '/customers')],
      [400, await simulator.shop('POST', '/payment_intents', { amount: '500', currency: 'usd', description: 'a\0b' })],
      [415, await post('{"amount":500,"currency":"usd"}', 'application/json')],
      [413, await post(`amount=500&currency=usd&description=${'x'.repeat(100_000)}`, asForm)],
    ]
    for (const [expected, { status }] of answers) expect(status).toBe(expected)
    expect(((await (await post('{}', 'application/json')).json()) as Wire).error['type']).toBe('invalid_request_error')
  })

  test('a payment that is over can’t be confirmed or cancelled', async () => {
    await confirm(cardForm(GOOD))
    const again = await confirm(cardForm(GOOD))
    const cancelled = await simulator.shop('POST', `/payment_intents/${intent.id}/cancel`)
    for (const { status, body } of [again, cancelled]) {
      expect(status).toBe(400)
      expect(body.error['code']).toBe('payment_intent_unexpected_state')
    }
    expect(again.body.error.payment_intent).not.toHaveProperty('metadata')
  })
})

describe('idempotency keys', () => {
  const order = { amount: '900', currency: 'usd', 'metadata[orderId]': 'order-9' }
  const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })

  test('the same key is the same answer, and other parameters an error', async () => {
    const headers = aKey()
    const first = await simulator.shop('POST', '/payment_intents', order, headers)
    const again = await simulator.shop('POST', '/payment_intents', order, headers)
    expect(again.body).toEqual(first.body)
    expect([first, again].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const other = await simulator.shop('POST', '/payment_intents', { ...order, amount: '901' }, headers)
    expect(other.status).toBe(400)
    expect(other.body.error['type']).toBe('idempotency_error')
  })

  test('twenty at once make one intent: the others are told to come back', async () => {
    const headers = aKey()
    const ask = () => simulator.shop('POST', '/payment_intents', order, headers)
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    const made = answers.filter(({ status }) => status === 200)
    expect(new Set(made.map(({ body }) => body.id))).toEqual(new Set([(await ask()).body.id]))
    for (const { status, body } of answers.filter((answer) => !made.includes(answer)))
      expect([status, body.error['code']]).toEqual([409, 'idempotency_key_in_use'])
  })

  test('a key is in use as long as the first request with it', async () => {
    const headers = aKey()
    const { body: open } = await simulator.shop('POST', '/payment_intents', order)
    const confirm = () =>
      simulator.shop('POST', `/payment_intents/${open.id}/confirm`, { payment_method: 'pm_card_visa' }, headers)
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM card_simulator.objects WHERE id = $1 FOR UPDATE', [open.id])
    const both = [confirm(), confirm()]
    expect((await Promise.race(both)).body.error['code']).toBe('idempotency_key_in_use')
    await client.query('ROLLBACK')
    client.release()
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect((await confirm()).body.status).toBe('succeeded')
  })

  test('a decline is remembered, a refusal that changed nothing is not', async () => {
    const path = `/payment_intents/${intent.id}/confirm`
    const [one, other] = [aKey(), aKey()]
    const ask = (payment_method: string, headers: Record<string, string>) =>
      simulator.shop('POST', path, { payment_method }, headers)
    expect((await ask('pm_card_visa_chargeDeclined', one)).status).toBe(402)
    const replayed = await ask('pm_card_visa_chargeDeclined', one)
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([402, 'true'])
    expect((await ask('pm_nothing', other)).status).toBe(404)
    expect((await ask('pm_card_visa', other)).body.status).toBe('succeeded')
  })

  test('a browser can’t take the shop’s keys', async () => {
    const form = { client_secret: intent.client_secret, ...cardForm(GOOD) }
    const headers = aKey()
    await simulator.browser('POST', `/payment_intents/${intent.id}/confirm`, form, headers)
    const { status } = await simulator.shop('POST', '/payment_intents', order, headers)
    expect(status).toBe(200)
  })
})

test('cancelling and confirming in a browser at once: one of them wins, and the charges tell the same', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { body } = await simulator.shop('POST', '/payment_intents', { amount: '500', currency: 'usd' })
      const [confirmed, cancelled] = await Promise.all([
        simulator.browser('POST', `/payment_intents/${body.id}/confirm`, {
          client_secret: body.client_secret,
          ...cardForm(GOOD),
        }),
        simulator.shop('POST', `/payment_intents/${body.id}/cancel`),
      ])
      const { body: now } = await simulator.shop('GET', `/payment_intents/${body.id}`)
      return { confirmed: confirmed.status, cancelled: cancelled.status, now }
    }),
  )
  for (const { confirmed, cancelled, now } of outcomes) {
    expect(confirmed === 200 ? cancelled : confirmed).toBe(400)
    expect(confirmed === 200 || cancelled === 200).toBe(true)
    expect(now.status).toBe(confirmed === 200 ? 'succeeded' : 'canceled')
    expect(now['latest_charge'] === null).toBe(now.status === 'canceled')
  }
})

test('a part goes back, then the rest, and never more than was paid', async () => {
  await confirm(cardForm(GOOD))
  const refund = (form: Record<string, string>) =>
    simulator.shop('POST', '/refunds', { payment_intent: intent.id, ...form })
  expect((await refund({ amount: '1251' })).status).toBe(400)
  expect((await refund({ amount: '250' })).body).toMatchObject({ amount: 250, status: 'succeeded' })
  const expanded = async () =>
    (await simulator.shop('GET', `/payment_intents/${intent.id}`, { 'expand[0]': 'latest_charge' })).body[
      'latest_charge'
    ]
  expect(await expanded()).toMatchObject({ amount_refunded: 250, refunded: false })
  const { body: rest } = await refund({})
  expect(rest).toMatchObject({ amount: 1000 })
  expect(await expanded()).toMatchObject({ amount_refunded: 1250, refunded: true })
  expect((await refund({})).body.error['code']).toBe('charge_already_refunded')
  expect((await simulator.shop('GET', `/refunds/${rest.id}`)).body).toEqual(rest)
  expect((await simulator.shop('GET', '/refunds', { payment_intent: intent.id, limit: '1' })).body).toMatchObject({
    object: 'list',
    has_more: true,
    data: [rest],
  })
})
