import { beforeEach, expect, test } from 'vitest'
import { keys, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'
import { ConnectionError } from '#client/api/problem-error.ts'
import { confirmation, simulatorCards, type TypedCard } from './card-form-simulator.ts'

const billing = { name: 'Ada Reader', email: 'ada@example.org', returnUrl: 'http://shop.test/dashboard/payment/7' }
const card = (number: string, more: Partial<TypedCard> = {}): TypedCard => ({
  number,
  expiry: '12 / 44',
  cvc: '123',
  ...more,
})

let intent: Wire
const simulator = await startCardSimulator()
const apiBase = `${simulator.origin()}/api/card-simulator`
const cards = simulatorCards({
  mode: 'simulator',
  methods: 'card',
  publishableKey: keys.publishableKey,
  apiBase,
})
beforeEach(async () => {
  intent = (await simulator.shop('POST', '/payment_intents', { amount: '1999', currency: 'usd' })).body
})

test('a card pays, with the buyer’s name and address, and a second confirmation is the same payment [card-form-simulator-1]', async () => {
  const paid = { kind: 'succeeded', transactionId: intent.id }
  expect(await cards.confirm(intent.client_secret, card('4242 4242 4242 4242'), billing)).toEqual(paid)
  expect(await cards.confirm(intent.client_secret, card('4242 4242 4242 4242'), billing)).toEqual(paid)
  expect(await cards.look(intent.client_secret)).toEqual(paid)
})

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
])('%s is refused in the provider’s words, and the next card pays', async (number, message) => {
  expect(await cards.confirm(intent.client_secret, card(number), billing)).toEqual({
    kind: 'refused',
    message,
    field: null,
  })
  expect(await cards.look(intent.client_secret)).toEqual({ kind: 'open', message })
  expect(await cards.confirm(intent.client_secret, card('4242424242424242'), billing)).toMatchObject({
    kind: 'succeeded',
  })
})

test.each([
  [card(''), 'number'],
  [card('4242 4242 4242 4241'), 'number'],
  [card('4242 4242 4242 4242', { expiry: '' }), 'exp_month'],
  [card('4242 4242 4242 4242', { expiry: '12 / 19' }), 'exp_year'],
  [card('4242 4242 4242 4242', { cvc: '1' }), 'cvc'],
])('the detail to blame is named: %o', async (typed, field) => {
  expect(await cards.confirm(intent.client_secret, typed, billing)).toMatchObject({ kind: 'refused', field })
})

test('the bank asks on this page; until it has its answer nothing is paid', async () => {
  const outcome = await cards.confirm(intent.client_secret, card('4000002500003155'), billing)
  expect(outcome).toMatchObject({ kind: 'challenge', url: expect.stringContaining('/authenticate/src_') })
  expect(await cards.look(intent.client_secret)).toEqual(outcome)
})

test('another method leaves for its page, takes days, or is not offered', async () => {
  expect(await cards.methodsOf(intent.client_secret)).toEqual(['card', 'amazon_pay', 'us_bank_account'])
  const away = await cards.confirm(intent.client_secret, { type: 'amazon_pay', account: '' }, billing)
  expect(away).toMatchObject({ kind: 'redirect', url: expect.stringContaining('/authenticate/src_') })
  expect(await cards.look(intent.client_secret)).toEqual(away)
  const debit = { type: 'us_bank_account', account: '' }
  expect(await cards.confirm(intent.client_secret, debit, billing)).toMatchObject({
    kind: 'refused',
    field: 'payment_method_data[us_bank_account][account_number]',
  })
  expect(await cards.confirm(intent.client_secret, { type: 'ideal', account: '' }, billing)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('not allowed'),
  })
  const sent = { kind: 'processing' }
  expect(await cards.confirm(intent.client_secret, { ...debit, account: '000123456789' }, billing)).toEqual(sent)
  expect(await cards.look(intent.client_secret)).toEqual(sent)
})

test('a cancelled payment is closed, however it is asked about', async () => {
  await simulator.shop('POST', `/payment_intents/${intent.id}/cancel`)
  expect(await cards.look(intent.client_secret)).toEqual({ kind: 'closed' })
  expect(await cards.confirm(intent.client_secret, card('4242424242424242'), billing)).toEqual({ kind: 'closed' })
})

test('without an answer the outcome is unknown', async () => {
  const nowhere = simulatorCards({
    mode: 'simulator',
    methods: 'card',
    publishableKey: 'pk_test_x',
    apiBase: 'http://127.0.0.1:1',
  })
  await expect(nowhere.look(intent.client_secret)).rejects.toBeInstanceOf(ConnectionError)
})

test.each(['12 / 34', '12/34', '1234', ' 12-34 '])('%s is December 34', (expiry) => {
  const form = confirmation('pi_1_secret_2', card('4242', { expiry }), billing)
  expect(form.get('payment_method_data[card][exp_month]')).toBe('12')
  expect(form.get('payment_method_data[card][exp_year]')).toBe('34')
})
