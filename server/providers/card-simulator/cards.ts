import { type Decline, newId, type PaymentMethod, seconds } from './objects.ts'
import { docUrl, invalidRequest, StripeRefusal } from './refusals.ts'

/** Outcome of charging a test card. */
type ChargeOutcome =
  | { kind: 'pays' }
  | { kind: 'declines'; decline: Decline }
  /** The bank challenges first (3-D Secure); `decline` follows once the buyer has passed. */
  | { kind: 'challenges'; decline: Decline | null }

export interface Card {
  method: PaymentMethod
  outcome: ChargeOutcome
}

const declined = (decline_code: string, message = 'Your card was declined.'): ChargeOutcome => ({
  kind: 'declines',
  decline: { code: 'card_declined', decline_code, message },
})
const failing = (code: string, message: string): ChargeOutcome => ({ kind: 'declines', decline: { code, message } })
const pays: ChargeOutcome = { kind: 'pays' }
const challenges: ChargeOutcome = { kind: 'challenges', decline: null }

/** Stripe's test numbers; all others are invalid. */
const testCards = new Map<string, ChargeOutcome>([
  ['4242424242424242', pays],
  ['4000056655665556', pays],
  ['5555555555554444', pays],
  ['5200828282828210', pays],
  ['378282246310005', pays],
  ['6011111111111117', pays],
  ['4000000000005126', pays],
  ['4000000000000002', declined('generic_decline')],
  ['4000000000009995', declined('insufficient_funds', 'Your card has insufficient funds.')],
  ['4000000000009987', declined('lost_card')],
  ['4000000000009979', declined('stolen_card')],
  ['4000000000000069', failing('expired_card', 'Your card has expired.')],
  ['4000000000000127', failing('incorrect_cvc', "Your card's security code is incorrect.")],
  [
    '4000000000000119',
    failing('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ],
  ['4000002500003155', challenges],
  ['4000002760003184', challenges],
  ['4000000000003220', challenges],
  [
    '4000008400001629',
    {
      kind: 'challenges',
      decline: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
    },
  ],
])

/** Stripe's ready-made payment methods, for programs that hold the secret key and must not touch card numbers. */
const readyMade = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_refundFail', '4000000000005126'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_threeDSecure2Required', '4000000000003220'],
  ['pm_card_authenticationRequired', '4000002500003155'],
])

/**
 * Reads the card of a confirmation, by number or ready-made method. Throws Stripe's refusal, without storing it under
 * an idempotency key, where no card can have these details. The number itself is never stored.
 */
export function readCard(form: URLSearchParams, now: Date): Card {
  const readyMadeId = form.get('payment_method')
  if (readyMadeId !== null) {
    const number = readyMade.get(readyMadeId)
    if (number === undefined)
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such PaymentMethod: '${readyMadeId}'`,
        param: 'payment_method',
      })
    return card(form, number, { month: 12, year: now.getUTCFullYear() + 2 }, now)
  }
  const type = form.get('payment_method_data[type]')
  if (type === null)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state' },
    )
  if (type !== 'card')
    throw invalidRequest('Invalid payment_method_data[type]: must be card', { param: 'payment_method_data[type]' })

  const detail = (name: string) => form.get(`payment_method_data[card][${name}]`)?.replaceAll(/[\s-]/g, '') ?? ''
  const number = checkNumber(detail('number'))
  const expiry = checkExpiry(detail('exp_month'), detail('exp_year'), now)
  checkSecurityCode(detail('cvc'), number)
  return card(form, number, expiry, now)
}

/** Last digits of the test card whose refunds fail: each seems to succeed, and fails later. */
export const REFUND_FAILS = '5126'

/** Whether a confirmation carries a card number, which only a browser may send. */
export const hasCardNumber = (form: URLSearchParams) => form.has('payment_method_data[card][number]')

function card(form: URLSearchParams, number: string, expiry: { month: number; year: number }, now: Date): Card {
  const billing = (name: string) => form.get(`payment_method_data[billing_details][${name}]`) || null
  return {
    outcome: testCards.get(number) ?? pays,
    method: {
      id: newId('pm'),
      object: 'payment_method',
      type: 'card',
      billing_details: { name: billing('name'), email: billing('email') },
      card: { brand: brandOf(number), last4: number.slice(-4), exp_month: expiry.month, exp_year: expiry.year },
      created: seconds(now),
      livemode: false,
    },
  }
}

function refuse(code: string, message: string, param: string): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, doc_url: docUrl(code), message, param })
}

function checkNumber(number: string): string {
  if (number === '') throw refuse('incomplete_number', 'Your card number is incomplete.', 'number')
  if (!testCards.has(number)) throw refuse('incorrect_number', 'Your card number is incorrect.', 'number')
  return number
}

function checkExpiry(monthText: string, yearText: string, now: Date): { month: number; year: number } {
  if (monthText === '' || yearText === '')
    throw refuse(
      'incomplete_expiry',
      "Your card's expiration date is incomplete.",
      monthText ? 'exp_year' : 'exp_month',
    )
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0
  const year = /^(\d{2}|\d{4})$/.test(yearText) ? Number(yearText.length === 2 ? `20${yearText}` : yearText) : 0
  const badMonth = refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  if (month < 1 || month > 12) throw badMonth
  const thisYear = now.getUTCFullYear()
  if (year < thisYear || year > thisYear + 50)
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  // A card is valid until the end of its month.
  if (year === thisYear && month < now.getUTCMonth() + 1) throw badMonth
  return { month, year }
}

function checkSecurityCode(code: string, number: string): void {
  if (code === '') throw refuse('incomplete_cvc', "Your card's security code is incomplete.", 'cvc')
  const digits = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (!digits.test(code)) throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc')
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  return number.startsWith('6') ? 'discover' : 'mastercard'
}
