import { expect, test } from 'vitest'
import { cardForm, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'
import { readyMade } from './test-cards.ts'

const simulator = await startCardSimulator()

const order = { amount: '1250', currency: 'usd', 'expand[]': 'latest_charge' }

/** What became of a payment: its error's codes, or its state, with what is special about its charge. */
function outcomeOf({ error, status, latest_charge: charge }: Wire): string {
  if (error) return [error['code'], error['decline_code']].filter(Boolean).join(' ')
  const { payment_method_details: details, outcome } = (charge ?? {}) as Record<string, Record<string, Wire>>
  const checks = (details?.['card']?.['checks'] ?? {}) as Record<string, string | null>
  const failed = Object.entries(checks).flatMap(([name, check]) => (check === 'pass' || !check ? [] : [name, check]))
  return [status, ...(outcome?.['risk_level'] === ('elevated' as never) ? ['elevated'] : []), ...failed].join(' ')
}

const byMethod = async (payment_method: string) =>
  (await simulator.shop('POST', '/payment_intents', { ...order, payment_method, confirm: 'true' })).body

async function byNumber(number: string, form: Record<string, string> = {}): Promise<Wire> {
  const { body: intent } = await simulator.shop('POST', '/payment_intents', order)
  const path = `/payment_intents/${intent.id}`
  const typed = { client_secret: intent.client_secret, use_stripe_sdk: 'true', ...cardForm(number), ...form }
  const { body } = await simulator.browser('POST', `${path}/confirm`, typed)
  return body.error ? body : (await simulator.shop('GET', path, { 'expand[]': 'latest_charge' })).body
}

test.each([
  ['visa', '4242424242424242', 'succeeded'],
  ['amex', '378282246310005', 'succeeded'],
  ['diners', '3056930009020004', 'succeeded'],
  ['unionpay', '6200000000000005', 'succeeded'],
  ['de', '4000002760000016', 'succeeded'],
  ['visa_chargeDeclined', '4000000000000002', 'card_declined generic_decline'],
  ['visa_chargeDeclinedInsufficientFunds', '4000000000009995', 'card_declined insufficient_funds'],
  ['visa_chargeDeclinedLostCard', '4000000000009987', 'card_declined lost_card'],
  ['visa_chargeDeclinedStolenCard', '4000000000009979', 'card_declined stolen_card'],
  ['visa_chargeDeclinedVelocityLimitExceeded', '4000000000006975', 'card_declined card_velocity_exceeded'],
  ['chargeDeclinedExpiredCard', '4000000000000069', 'expired_card'],
  ['chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc'],
  ['chargeDeclinedProcessingError', '4000000000000119', 'processing_error'],
  ['chargeCustomerFail', '4000000000000341', 'card_declined generic_decline'],
  ['radarBlock', '4100000000000019', 'card_declined fraudulent'],
  ['riskLevelHighest', '4000000000004954', 'card_declined fraudulent'],
  ['riskLevelElevated', '4000000000009235', 'succeeded elevated'],
  ['cvcCheckFail', '4000000000000101', 'succeeded cvc_check fail'],
  ['cvcCheckFailElevatedRisk', '4000058400307872', 'succeeded elevated cvc_check fail'],
  ['authenticationRequiredOnSetup', '4000002500003155', 'requires_action'],
  ['authenticationRequired', '4000002760003184', 'requires_action'],
  ['authenticationRequiredSetupForOffSession', '4000003800000446', 'requires_action'],
  ['authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', 'requires_action'],
  ['threeDSecure2Required', '4000000000003220', 'requires_action'],
  ['threeDSecureRequiredChargeDeclined', '4000008400001629', 'requires_action'],
  ['threeDSecureRequiredProcessingError', '4000008400001280', 'card_declined generic_decline'],
  ['threeDSecureOptional', '4000000000003055', 'succeeded'],
  ['amex_threeDSecureNotSupported', '378282246310005', 'succeeded'],
])('pm_card_%s and %s: %s', async (method, number, outcome) => {
  expect([outcomeOf(await byMethod(`pm_card_${method}`)), outcomeOf(await byNumber(number))]).toEqual([
    outcome,
    outcome,
  ])
})

const address = {
  'payment_method_data[billing_details][address][line1]': '1 Quay Street',
  'payment_method_data[billing_details][address][postal_code]': '1010',
}
test.each([
  ['4242424242424242', 'succeeded'],
  ['4000000000000036', 'succeeded address_postal_code_check fail'],
  ['4000000000000028', 'succeeded address_line1_check fail'],
  ['4000000000000010', 'succeeded address_line1_check fail address_postal_code_check fail'],
  ['4000000000000044', 'succeeded address_line1_check unavailable address_postal_code_check unavailable'],
  ['4000058400306072', 'succeeded elevated address_postal_code_check fail'],
])('%s with an address: %s', async (number, outcome) => {
  expect(outcomeOf(await byNumber(number, address))).toBe(outcome)
})

test('a card asks first, and has no funds then', async () => {
  const intent = await byNumber('4000008260003178')
  const action = intent['next_action'] as Record<string, Record<string, string>>
  const page = simulator.origin() + String(action['use_stripe_sdk']?.['stripe_js'])
  await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) })
  const { body } = await simulator.shop('GET', `/payment_intents/${intent.id}`)
  expect(body['last_payment_error']).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
})

test('every country and brand is its own card', async () => {
  const cards = [...readyMade.entries()].filter(([method]) => /^pm_card_[a-z]{2}$/.test(method))
  expect(cards.length).toBeGreaterThan(50)
  for (const [method, { country }] of cards) expect(`pm_card_${country.toLowerCase()}`).toBe(method)
  const { latest_charge: charge } = await byMethod('pm_card_gb_debit')
  const { card } = (charge as Wire)['payment_method_details'] as Record<string, object>
  expect(card).toMatchObject({ brand: 'visa', country: 'GB', funding: 'debit', last4: '0005' })
})
