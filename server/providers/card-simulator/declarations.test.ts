import { Stripe } from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type DeclaredName, openDeclared } from '#tests/kit/declared/open-declared.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { cardForm, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'
import { API_VERSION } from './objects.ts'
import { operations } from './operations.ts'
import { readyMadeDebits } from './methods/test-accounts.ts'
import { readyMade } from './test-cards.ts'

// What the simulator answers is held to what Stripe's own packages declare: every required field, of its type, words of
// enums, and nothing that Stripe doesn't know.

const declared = openDeclared()
const clock = testClock()
const simulator = await startCardSimulator({ clock })
afterAll(() => declared.close())

type Form = Record<string, string>
const order = { amount: '1250', currency: 'usd', description: 'A book', 'metadata[orderId]': 'order-1' }
const everything = { 'expand[0]': 'latest_charge.balance_transaction', 'expand[1]': 'payment_method' }

/** Where an answer differs from what is declared of its kind. */
function faultsOf(body: Wire): string[] {
  if ('error' in body) return declared.faults(body.error, 'error')
  if (body['object'] !== 'list') return declared.faults(body, body['object'])
  return [...declared.faults(body, 'list'), ...dataOf(body).flatMap(faultsOf)]
}
const dataOf = (page: Wire) => page['data'] as Wire[]

/** Faults of all answers to the shop in a test. */
let faults: string[]
beforeEach(() => void (faults = []))

async function ask(method: 'GET' | 'POST', path: string, form: Form = {}): Promise<Wire> {
  const { body } = await simulator.shop(method, path, form)
  faults.push(...faultsOf(body).map((fault) => `${method} ${path}: ${fault}`))
  return body
}

const pay = (method: string, form: Form = {}) =>
  ask('POST', '/payment_intents', { ...order, ...everything, payment_method: method, confirm: 'true', ...form })

/** Refunds a payment, and looks at it before and after time has changed the refund. */
async function refundOne(method: string): Promise<void> {
  const charge = ((await pay(method))['latest_charge'] as Wire).id
  const { id } = await ask('POST', '/refunds', { charge, reason: 'duplicate' })
  for (const _ of ['before', 'after']) {
    await ask('GET', `/refunds/${id}`, { 'expand[]': 'charge.balance_transaction' })
    await ask('GET', `/charges/${charge}`)
    await ask('GET', '/refunds', { charge, 'expand[]': 'data.balance_transaction' })
    clock.advance(11)
  }
}

/** Answers the dispute of a payment, and looks at it before and after. */
async function answerOne(method: string, text: string): Promise<void> {
  const { id } = await pay(method)
  const [dispute] = dataOf(await ask('GET', '/disputes', { payment_intent: id }))
  await ask('POST', `/disputes/${dispute?.id}`, { 'evidence[uncategorized_text]': text })
  await ask('GET', `/disputes/${dispute?.id}`, { 'expand[]': 'charge' })
}

test('a payment with each ready-made method', async () => {
  const methods = [...readyMade.keys()]
  const answers = await Promise.all(methods.map((method) => pay(method)))
  const intents = answers.map((body) => (body.error?.payment_intent ?? body) as Wire)
  await Promise.all(intents.map(({ id }) => ask('GET', `/payment_intents/${id}`, everything)))
  expect(faults).toEqual([])
  expect(methods.length).toBeGreaterThan(100)
})

test('a payment with each method that is no card, before and after its bank has sent the money, and refunded', async () => {
  const debits = [...readyMadeDebits.entries()].map(([method, { type }]) => ({ method, type }))
  const sent = await Promise.all(
    debits.map(({ method, type }) => pay(method, { currency: type === 'sepa_debit' ? 'eur' : 'usd' })),
  )
  expect(sent.map(({ status }) => status)).toEqual(debits.map(() => 'processing'))
  clock.advance(181)
  const after = await Promise.all(sent.map(({ id }) => ask('GET', `/payment_intents/${id}`, everything)))
  for (const { status, id } of after) if (status === 'succeeded') await ask('POST', '/refunds', { payment_intent: id })
  expect(new Set(after.map(({ status }) => status))).toEqual(
    new Set(['succeeded', 'requires_payment_method', 'processing']),
  )
  for (const [type, currency] of [
    ['amazon_pay', 'usd'],
    ['ideal', 'eur'],
    ['twint', 'chf'],
  ] as const) {
    const { id, next_action } = await ask('POST', '/payment_intents', {
      ...order,
      currency,
      confirm: 'true',
      'payment_method_data[type]': type,
      return_url: 'http://shop.test/x',
    })
    const { url } = (next_action as { redirect_to_url: { url: string } }).redirect_to_url
    await fetch(simulator.origin() + url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    expect((await ask('GET', `/payment_intents/${id}`, everything)).status).toBe('succeeded')
    await ask('POST', '/refunds', { payment_intent: id })
  }
  expect(faults).toEqual([])
})

test('an intent in each of its states, as the shop and as a browser see it', async () => {
  const { id, client_secret } = await ask('POST', '/payment_intents', order)
  const path = `/payment_intents/${id}`
  const look = async () => {
    await ask('GET', path)
    const { body } = await simulator.browser('GET', path, { client_secret })
    faults.push(...declared.faults(body, 'public_intent'))
    return body.status
  }
  const confirm = (form: Form) => simulator.browser('POST', `${path}/confirm`, { client_secret, ...form })
  expect(await look()).toBe('requires_payment_method')
  await ask('POST', path, { payment_method: 'pm_card_visa' })
  expect(await look()).toBe('requires_confirmation')
  await confirm({ ...cardForm('4000002500003155'), use_stripe_sdk: 'true' })
  expect(await look()).toBe('requires_action')
  await confirm({ ...cardForm('4000002500003155'), return_url: 'http://shop.test/x' })
  expect(await look()).toBe('requires_action')
  const { payment_intent: shown, ...error } = (await confirm(cardForm('4000000000000002'))).body.error
  faults.push(...declared.faults(error, 'error'), ...declared.faults(shown, 'public_intent'))
  await confirm(cardForm('4242424242424242'))
  expect(await look()).toBe('succeeded')
  const other = await ask('POST', '/payment_intents', order)
  expect((await ask('POST', `/payment_intents/${other.id}/cancel`)).status).toBe('canceled')
  expect(faults).toEqual([])
})

test.each(['pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'])('refunds of %s', async (method) => {
  await refundOne(method)
  expect(faults).toEqual([])
})

test.each(['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence', 'It was handed over.'])(
  'disputes answered with %s',
  async (text) => {
    for (const method of [
      'createDispute',
      'createDisputeInquiry',
      'createCe3EligibleDispute',
      'createComplianceDispute',
    ])
      await answerOne(`pm_card_${method}`, text)
    expect(faults).toEqual([])
  },
)

test('refusals of every kind', async () => {
  const { id, client_secret } = await ask('POST', '/payment_intents', order)
  const path = `/payment_intents/${id}`
  const refused = [
    await ask('POST', '/payment_intents', { currency: 'usd' }),
    await ask('POST', '/payment_intents', { ...order, colour: 'red' }),
    await ask('POST', '/payment_intents', { ...order, 'payment_method_types[]': 'card' }),
    await ask('POST', '/payment_intents', { ...order, amount: '1' }),
    await ask('POST', '/payment_intents', { ...order, customer: 'cus_none' }),
    await ask('GET', '/payment_intents/pi_none'),
    await ask('GET', '/nowhere'),
    await ask('POST', '/refunds', { payment_intent: id }),
    await ask('POST', `${path}/confirm`, cardForm('4242424242424242')),
  ]
  const confirm = (number: string) =>
    simulator.browser('POST', `${path}/confirm`, { client_secret, ...cardForm(number) })
  const ofBrowsers = [
    await simulator.browser('POST', '/refunds'),
    await confirm('4242424242424241'),
    await confirm('4539578763621486'),
  ]
  for (const { body } of ofBrowsers) faults.push(...faultsOf(body))
  expect([...refused, ...ofBrowsers.map(({ body }) => body)].filter((body) => !body.error)).toEqual([])
  expect(faults).toEqual([])
})

test('each event, in the list and as it was delivered, and each movement of the balance', async () => {
  await answerOne('pm_card_createDispute', 'winning_evidence')
  await refundOne('pm_card_pendingRefund')
  await refundOne('pm_card_refundFail')
  for (const method of ['createIssuerFraudRecord', 'chargeDeclined', 'threeDSecure2Required']) {
    const { id, status } = await pay(`pm_card_${method}`)
    if (status === 'requires_action') await ask('POST', `/payment_intents/${id}/cancel`)
  }
  await pay('pm_usBankAccount_success')
  clock.advance(11)
  const kinds = new Set<unknown>()
  for (const path of ['/events', '/balance_transactions', '/radar/early_fraud_warnings', '/payment_intents']) {
    let after: Form = {}
    for (let hasMore = true; hasMore;) {
      const page = await ask('GET', path, { limit: '100', ...after })
      for (const each of dataOf(page)) kinds.add(each['type'] ?? each['object'])
      after = { starting_after: dataOf(page).at(-1)?.id ?? '' }
      hasMore = page['has_more'] === true
    }
  }
  for (const { rawBody } of simulator.received) faults.push(...faultsOf(JSON.parse(rawBody.toString()) as Wire))
  expect(faults).toEqual([])
  const objects = ['adjustment', 'charge', 'refund', 'refund_failure', 'payment_intent', 'radar.early_fraud_warning']
  const intents = ['created', 'processing', 'requires_action', 'payment_failed', 'succeeded', 'canceled']
  const disputes = ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated']
  const charges = ['failed', 'pending', 'refunded', 'succeeded', ...disputes.map((type) => `dispute.${type}`)]
  expect(kinds).toEqual(
    new Set([
      ...objects,
      'radar.early_fraud_warning.created',
      ...charges.map((type) => `charge.${type}`),
      ...intents.map((type) => `payment_intent.${type}`),
      ...['created', 'updated', 'failed'].map((type) => `refund.${type}`),
    ]),
  )
})

test('the API version is the one that the SDK pins', async () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION)
})

describe('the judge', () => {
  const good = () => pay('pm_card_visa')
  test.each<[string, (intent: Wire) => object, string]>([
    [
      'a field that is missing',
      (intent) => ({ ...intent, processing: undefined }),
      'payment_intent.processing is missing',
    ],
    ['a field of another type', (intent) => ({ ...intent, amount: '1250' }), 'payment_intent.amount is "1250"'],
    ['null where none may be', (intent) => ({ ...intent, metadata: null }), 'payment_intent.metadata is null'],
    [
      'a word of no enum',
      (intent) => ({ ...intent, status: 'paid' }),
      'payment_intent.status is "paid", which is no word of its enum',
    ],
    ['a field of nobody', (intent) => ({ ...intent, paid: true }), 'payment_intent.paid is not declared'],
    [
      'a fault deep inside',
      (intent) => ({ ...intent, latest_charge: { ...(intent['latest_charge'] as Wire), outcome: { type: 'x' } } }),
      'payment_intent.latest_charge.outcome.advice_code is missing',
    ],
  ])('finds %s', async (_what, spoil, fault) => {
    expect(declared.faults(JSON.parse(JSON.stringify(spoil(await good()))), 'payment_intent')).toContain(fault)
  })
})

/** Parameters that Stripe takes and the simulator refuses by name: parts of Stripe that this shop has no use for. */
const refusedNames: Partial<Record<DeclaredName, string[]>> = {
  'POST /payment_intents': [
    'amount_details',
    'application_fee_amount',
    'confirmation_method',
    'confirmation_token',
    'customer_account',
    'hooks',
    'mandate',
    'mandate_data',
    'on_behalf_of',
    'payment_details',
    'payment_method_configuration',
    'payment_method_options',
    'shipping',
    'transfer_data',
  ],
  'POST /payment_intents/:id': [
    'amount_details',
    'application_fee_amount',
    'customer_account',
    'hooks',
    'payment_details',
    'payment_method_configuration',
    'payment_method_options',
    'shipping',
    'transfer_data',
  ],
  'POST /payment_intents/:id/confirm': [
    'amount_details',
    'amount_to_confirm',
    'capture_method',
    'confirmation_token',
    'hooks',
    'mandate',
    'mandate_data',
    'payment_details',
    'payment_method_options',
    'shipping',
  ],
  'POST /payment_intents/:id/cancel': [],
  'GET /payment_intents': ['customer', 'customer_account'],
  'GET /charges': ['customer'],
  'POST /refunds': [
    'currency',
    'customer',
    'instructions_email',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ],
  'POST /refunds/:id': [],
  'GET /refunds': [],
  'GET /disputes': [],
  'POST /disputes/:id': ['intended_submission_method'],
  'POST /disputes/:id/close': [],
  'GET /balance_transactions': ['payout'],
  'GET /radar/early_fraud_warnings': [],
  'GET /events': ['delivery_success'],
  'POST /transfers': ['source_type'],
  'GET /transfers': [],
  'POST /transfers/:id/reversals': ['refund_application_fee'],
  'GET /transfers/:id/reversals': ['ending_before', 'starting_after'],
  'GET /balance': [],
}

test.each(Object.keys(operations).filter((name) => declared.names.includes(name)))(
  '%s takes every other parameter that Stripe declares',
  async (name) => {
    const [method, path = ''] = name.split(' ')
    const isRefused = async (field: string) => {
      const forms = ['', '[]', '[x]', '[uncategorized_text]'].map((suffix) => ({ [`${field}${suffix}`]: 'x' }))
      const answers = await Promise.all(
        forms.map((form) => ask(method as 'GET' | 'POST', path.replace(':id', 'none'), form)),
      )
      return answers.every(({ error }) => error?.['code'] === 'parameter_unknown')
    }
    const fields = declared.fieldsOf(name as DeclaredName)
    const refused = await Promise.all(fields.map(isRefused))
    expect(fields.filter((_, index) => refused[index]).toSorted()).toEqual(refusedNames[name as DeclaredName])
  },
)
