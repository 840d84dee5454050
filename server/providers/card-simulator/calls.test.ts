import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { testClock } from '#tests/kit/test-clock.ts'
import { keys, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'

// The calls beside those that this shop makes, by Stripe's own SDK over the wire.

const clock = testClock()
const simulator = await startCardSimulator({ clock })
const { sdk } = simulator

const order = { amount: 1250, currency: 'usd' }
const open = (given: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sdk.paymentIntents.create({ ...order, ...given })
const pay = (payment_method: string, given: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  open({ payment_method, confirm: true, ...given })

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )

describe('confirming', () => {
  test('an intent is confirmed as it is created, or with the card it was given', async () => {
    expect(await pay('pm_card_visa')).toMatchObject({ status: 'succeeded', amount_received: 1250 })
    const given = await open({ payment_method: 'pm_card_mastercard' })
    expect(given.status).toBe('requires_confirmation')
    const paid = await sdk.paymentIntents.confirm(given.id, { expand: ['payment_method'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { brand: 'mastercard', last4: '4444' } },
    })
    expect((await refusal(sdk.paymentIntents.confirm((await open()).id)))?.code).toBe('payment_intent_unexpected_state')
  })

  test('a stored card can be used again', async () => {
    const { payment_method } = await pay('pm_card_visa')
    expect(await pay(payment_method as string)).toMatchObject({ status: 'succeeded', payment_method })
    expect(await sdk.paymentMethods.retrieve(payment_method as string)).toMatchObject({ card: { last4: '4242' } })
  })

  test('a bank that asks gets no answer from a buyer who is away', async () => {
    const away = { off_session: true }
    const declined = await refusal(pay('pm_card_authenticationRequired', away))
    expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(declined).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    })
    const asking = await pay('pm_card_authenticationRequired', { expand: ['payment_method'] })
    expect(asking).toMatchObject({ status: 'requires_action', payment_method: { card: { last4: '3184' } } })
    expect((await pay('pm_card_authenticationRequiredSetupForOffSession')).status).toBe('requires_action')
    expect((await pay('pm_card_authenticationRequiredSetupForOffSession', away)).status).toBe('succeeded')
    const mustNotAsk = { error_on_requires_action: true }
    expect((await refusal(pay('pm_card_threeDSecure2Required', mustNotAsk)))?.code).toBe('authentication_required')
    expect((await refusal(open(away)))?.param).toBe('off_session')
  })

  test('a blocked payment never reaches the bank', async () => {
    const blocked = await refusal(pay('pm_card_radarBlock'))
    expect(blocked).toMatchObject({ code: 'card_declined', decline_code: 'fraudulent' })
    const { outcome } = await sdk.charges.retrieve(blocked?.charge ?? '')
    expect(outcome).toMatchObject({ type: 'blocked', network_status: 'not_sent_to_network', risk_level: 'highest' })
    const { latest_charge } = await pay('pm_card_riskLevelElevated', { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ paid: true, outcome: { type: 'authorized', risk_level: 'elevated' } })
  })

  test('an address is checked only where there is one, and the security code always', async () => {
    const { latest_charge } = await pay('pm_card_cvcCheckFail', { expand: ['latest_charge'] })
    const { checks } = (latest_charge as Stripe.Charge).payment_method_details?.card ?? {}
    expect(checks).toEqual({ address_line1_check: null, address_postal_code_check: null, cvc_check: 'fail' })
  })
})

describe('what an intent is given', () => {
  test('methods of payment: those that the account has in the currency', async () => {
    expect(await open()).toMatchObject({
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      payment_method_types: ['card', 'amazon_pay', 'us_bank_account'],
    })
    expect(await open({ currency: 'eur' })).toMatchObject({
      payment_method_types: ['card', 'amazon_pay', 'ideal', 'sepa_debit'],
    })
    expect(await open({ currency: 'jpy' })).toMatchObject({ payment_method_types: ['card'] })
    const never = { enabled: true, allow_redirects: 'never' } as const
    expect(await open({ automatic_payment_methods: never })).toMatchObject({
      automatic_payment_methods: never,
      payment_method_types: ['card', 'us_bank_account'],
    })
    const allowed = {
      allowed_payment_method_types: ['card', 'ideal'],
    } satisfies Partial<Stripe.PaymentIntentCreateParams>
    expect(await open(allowed)).toMatchObject({ ...allowed, payment_method_types: ['card'] })
    const excluded = { excluded_payment_method_types: ['card', 'amazon_pay'] }
    expect(await open(excluded as object)).toMatchObject({ payment_method_types: ['us_bank_account'] })
    expect(await refusal(open({ allowed_payment_method_types: ['ideal'] }))).toMatchObject({ statusCode: 400 })
    expect(await refusal(open({ payment_method_types: ['card'] } as object))).toMatchObject({
      statusCode: 400,
      code: 'payment_method_types_no_longer_supported',
    })
  })

  test('customers are not simulated: each is unknown', async () => {
    expect(await refusal(open({ customer: 'cus_1' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  })

  test('it changes until it is paid, its notes ever', async () => {
    const { id } = await open({ metadata: { order: '1', shelf: 'A' }, setup_future_usage: 'off_session' })
    const changed = await sdk.paymentIntents.update(id, {
      amount: 1300,
      description: 'Two books',
      receipt_email: 'ann@example.org',
      setup_future_usage: '',
      metadata: { shelf: '', floor: '2' },
    })
    expect(changed).toMatchObject({
      amount: 1300,
      currency: 'usd',
      description: 'Two books',
      receipt_email: 'ann@example.org',
      setup_future_usage: null,
      metadata: { order: '1', floor: '2' },
    })
    expect(changed.metadata).not.toHaveProperty('shelf')
    await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect((await refusal(sdk.paymentIntents.update(id, { amount: 5000 })))?.code).toBe(
      'payment_intent_unexpected_state',
    )
    expect(await sdk.paymentIntents.update(id, { metadata: { floor: '3' } })).toMatchObject({
      amount: 1300,
      status: 'succeeded',
      metadata: { floor: '3' },
    })
  })
})

describe('refunds', () => {
  test('a full refund that failed can be made again, and the balance tells both', async () => {
    const { id, latest_charge } = await pay('pm_card_refundFail')
    const charge = latest_charge as string
    const failing = await sdk.refunds.create({ charge })
    expect(failing).toMatchObject({ status: 'succeeded', amount: 1250 })
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 1250 })
    expect((await refusal(sdk.refunds.create({ charge })))?.code).toBe('charge_already_refunded')
    clock.advance(11)
    const failed = await sdk.refunds.retrieve(failing.id, { expand: ['failure_balance_transaction'] })
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 1250, type: 'refund_failure', source: failing.id },
    })
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 0 })
    const again = await sdk.refunds.create({ payment_intent: id })
    expect(again).toMatchObject({ amount: 1250 })
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 1250 })
    const moved = await sdk.balanceTransactions.list({ source: failing.id })
    expect(moved.data.map(({ amount }) => amount)).toEqual([1250, -1250])
    expect((await sdk.refunds.list({ charge })).data.map((refund) => refund.id)).toEqual([again.id, failing.id])
  })

  test('a refund may wait before it succeeds', async () => {
    const { id } = await pay('pm_card_pendingRefund')
    const refund = await sdk.refunds.create({ payment_intent: id, amount: 500 })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    clock.advance(11)
    const done = await sdk.refunds.retrieve(refund.id)
    expect(done.status).toBe('succeeded')
    expect(done).not.toHaveProperty('pending_reason')
  })

  test('by a charge or by its payment, not both; with notes that change', async () => {
    const { id, latest_charge } = await pay('pm_card_visa')
    const charge = latest_charge as string
    expect(await refusal(sdk.refunds.create({ payment_intent: id, charge }))).toMatchObject({ statusCode: 400 })
    expect(await refusal(sdk.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
    expect(await refusal(sdk.refunds.create({ charge: 'ch_none' }))).toMatchObject({ code: 'resource_missing' })
    const refund = await sdk.refunds.create({ charge, amount: 100 })
    expect(await sdk.refunds.update(refund.id, { metadata: { why: 'a stain' } })).toMatchObject({
      metadata: { why: 'a stain' },
    })
  })

  test('funds of a payment are available after two days, of one card at once', async () => {
    const expanded = { expand: ['latest_charge.balance_transaction'] }
    const fundsOf = async (method: string) => {
      const intent = await pay(method, expanded)
      const charge = intent.latest_charge as Stripe.Charge
      return charge.balance_transaction as Stripe.BalanceTransaction
    }
    const [usual, direct] = [await fundsOf('pm_card_visa'), await fundsOf('pm_card_bypassPending')]
    expect([usual.status, direct.status]).toEqual(['pending', 'available'])
    clock.advance(2 * 24 * 3600)
    expect((await sdk.balanceTransactions.retrieve(usual.id)).status).toBe('available')
  })
})

describe('lists', () => {
  test('go on and back by pages, and end', async () => {
    const made = []
    for (let count = 0; count < 5; count += 1) {
      clock.advance(1)
      made.unshift((await open({ description: 'of this list' })).id)
    }
    const first = await sdk.paymentIntents.list({ limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true])
    const second = await sdk.paymentIntents.list({ limit: 2, starting_after: made[1]! })
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(2, 4))
    const before = await sdk.paymentIntents.list({ limit: 2, ending_before: made[4]! })
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([made.slice(2, 4), true])
    const start = await sdk.paymentIntents.list({ limit: 3, ending_before: made[2]! })
    expect([start.data.map(({ id }) => id), start.has_more]).toEqual([made.slice(0, 2), false])
    const all: string[] = []
    for await (const { id } of sdk.paymentIntents.list({ limit: 2 })) all.push(id)
    expect(all.slice(0, 5)).toEqual(made)
    const since = await sdk.paymentIntents.list({ created: { gte: first.data[1]!.created } })
    expect(since.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  })

  test('by types, of a payment, or with what is inside', async () => {
    const { id, latest_charge } = await pay('pm_card_visa')
    const events = await sdk.events.list({ types: ['payment_intent.succeeded', 'charge.succeeded'], limit: 2 })
    expect(new Set(events.data.map(({ data }) => (data.object as { id: string }).id))).toEqual(
      new Set([id, latest_charge]),
    )
    const [newest] = (await sdk.events.list({ type: 'payment_intent.succeeded', limit: 1 })).data
    expect(await sdk.events.retrieve(newest!.id)).toMatchObject({ data: { object: { id } }, request: { id: null } })
    const charges = await sdk.charges.list({ payment_intent: id, expand: ['data.balance_transaction'] })
    expect(charges.data).toMatchObject([{ id: latest_charge, balance_transaction: { amount: 1250, type: 'charge' } }])
  })

  test('refuse what can’t be right', async () => {
    const { id } = await open()
    const none = [
      () => sdk.paymentIntents.list({ limit: 101 }),
      () => sdk.paymentIntents.list({ limit: 0 }),
      () => sdk.charges.list({ starting_after: id }),
      () => sdk.charges.list({ expand: ['data.amount'] }),
      () => sdk.paymentIntents.retrieve(id, { expand: ['a.b.c.d.e'] }),
      () => sdk.paymentIntents.list({ created: { gte: -1 } }),
    ]
    for (const ask of none) expect((await refusal(ask()))?.type).toBe('StripeInvalidRequestError')
  })
})

describe('keys and versions', () => {
  const v1 = (path: string, init?: RequestInit) => fetch(`${simulator.origin()}/api/card-simulator/v1${path}`, init)
  const { secretKey, publishableKey } = keys

  test('a browser’s key may be a parameter, as Stripe.js sends it; the secret key only a header', async () => {
    const { id, client_secret } = await open()
    const fields = { client_secret: client_secret ?? '', key: publishableKey, _stripe_version: '2026-09-30.endive' }
    const shown = await v1(`/payment_intents/${id}?${new URLSearchParams(fields)}`)
    expect([shown.status, ((await shown.json()) as Wire).id]).toEqual([200, id])
    const body = new URLSearchParams({
      ...fields,
      payment_method: 'pm_card_visa',
      'radar_options[hcaptcha_token]': 'x',
    })
    const paid = await v1(`/payment_intents/${id}/confirm`, { method: 'POST', body })
    expect(((await paid.json()) as Wire).status).toBe('succeeded')
    expect((await v1(`/payment_intents/${id}?key=${secretKey}`)).status).toBe(401)
    const basic = { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` }
    expect((await v1(`/payment_intents/${id}`, { headers: basic })).status).toBe(200)
  })

  test.each([
    ['2026-10-28.endive', 200],
    ['2026-09-30.endive', 200],
    ['2026-10-28.endive; some_beta=v1', 200],
    ['2024-06-20', 400],
    ['nonsense', 400],
  ])('version %s → %i', async (version, status) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': version }
    const answer = await v1('/payment_intents?limit=1', { headers })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('stripe-version')).toBe(Stripe.API_VERSION)
  })

  test('a refusal by an object’s state is the answer under its key ever after', async () => {
    const { id } = await open()
    const options = { idempotencyKey: crypto.randomUUID() }
    const cancel = () => refusal(sdk.paymentIntents.cancel(id, {}, options))
    await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const [first, again] = [await cancel(), await cancel()]
    expect(first?.code).toBe('payment_intent_unexpected_state')
    expect(again?.headers?.['idempotent-replayed']).toBe('true')
    const other = await refusal(sdk.paymentIntents.cancel(id, { cancellation_reason: 'duplicate' }, options))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })
})
