import { newId, type PaymentMethod } from './objects.ts'
import { behaviourOfOther, common, debitOf, type GivenMethod, readOtherMethod } from './methods/other-methods.ts'
import { docUrl, noSuch, StripeRefusal } from './refusals.ts'
import type { StoreTransaction } from './store.ts'
import { readyMadeDebits } from './methods/test-accounts.ts'
import { type Behaviour, fingerprintOf, readyMade, type TestCard, testCard } from './test-cards.ts'

/**
 * Reads the payment method of a request: by its details, or by the id of a payment method, ready-made or stored. Null
 * without one. Throws Stripe's refusal where no card or account can have these details. Numbers are never stored.
 */
export async function readMethod(form: URLSearchParams, tx: StoreTransaction, now: Date): Promise<GivenMethod | null> {
  const id = form.get('payment_method')
  if (id !== null) return findMethod(id, tx, now)
  const type = form.get('payment_method_data[type]')
  if (type === null) return null
  if (type !== 'card') return readOtherMethod(type, form, billingDetails(form), now)

  const detail = (name: string) => form.get(`payment_method_data[card][${name}]`)?.replaceAll(/[\s-]/g, '') ?? ''
  const card = checkNumber(detail('number'))
  const expiry = checkExpiry(detail('exp_month'), detail('exp_year'), now)
  checkSecurityCode(detail('cvc'), card)
  return { behaviour: card, method: newMethod(card, expiry, billingDetails(form), now) }
}

/** The payment method of an id. Throws for an unknown one. */
export async function findMethod(id: string, tx: StoreTransaction, now: Date): Promise<GivenMethod> {
  const card = readyMade.get(id)
  if (card) return readyMadeCard(card, now)
  const account = readyMadeDebits.get(id)
  if (account) return debitOf(account, noDetails, now)
  const method = await tx.find(id)
  if (method?.object !== 'payment_method') throw noSuch('payment_method', id, 'payment_method')
  return { behaviour: behaviourOf(method), method }
}

/** A test card as a payment method that needs no form. */
export const readyMadeCard = (card: TestCard, now: Date): GivenMethod => ({
  behaviour: card,
  method: newMethod(card, { month: 12, year: now.getUTCFullYear() + 2 }, noDetails, now),
})

/** What a stored method does once the buyer has answered the bank, where that asks. */
export const behaviourOf = (method: PaymentMethod): Behaviour =>
  method.card ? (testCard(method.card.fingerprint) ?? {}) : behaviourOfOther(method)

/** Whether a request carries a card number, which only a browser may send. */
export const hasCardNumber = (form: URLSearchParams) => form.has('payment_method_data[card][number]')

type Details = PaymentMethod['billing_details']

const noDetails: Details = { address: null, email: null, name: null, phone: null, tax_id: null }

function billingDetails(form: URLSearchParams): Details {
  const text = (name: string) => form.get(`payment_method_data[billing_details]${name}`) || null
  const address = (name: string) => text(`[address][${name}]`)
  return {
    address: {
      city: address('city'),
      country: address('country'),
      line1: address('line1'),
      line2: address('line2'),
      postal_code: address('postal_code'),
      state: address('state'),
    },
    email: text('[email]'),
    name: text('[name]'),
    phone: text('[phone]'),
    tax_id: text('[tax_id]'),
  }
}

function newMethod(
  card: TestCard,
  expiry: { month: number; year: number },
  billing_details: Details,
  now: Date,
): PaymentMethod {
  const { brand, country, funding, checks = {} } = card
  const { line1, postal_code: postalCode } = billing_details.address ?? { line1: null, postal_code: null }
  return {
    id: newId('pm'),
    ...common(now),
    billing_details,
    card: {
      brand,
      checks: {
        address_line1_check: line1 === null ? null : (checks.line1 ?? 'pass'),
        address_postal_code_check: postalCode === null ? null : (checks.postalCode ?? 'pass'),
        cvc_check: checks.cvc ?? 'pass',
      },
      country,
      display_brand: brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(card.number),
      funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: card.number !== '378282246310005' },
      wallet: null,
    },
    type: 'card',
  }
}

function refuse(code: string, message: string, param: string): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, doc_url: docUrl(code), message, param })
}

function checkNumber(number: string): TestCard {
  if (number === '') throw refuse('incomplete_number', 'Your card number is incomplete.', 'number')
  const card = testCard(fingerprintOf(number))
  if (card) return card
  if (!isCardNumber(number)) throw refuse('incorrect_number', 'Your card number is incorrect.', 'number')
  throw new StripeRefusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    param: 'number',
  })
}

/** Whether the digits have the check sum of a card number. */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = number.split('').toReversed().map(Number)
  const sum = digits.reduce((total, digit, place) => total + (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit), 0)
  return sum % 10 === 0
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

function checkSecurityCode(code: string, { brand }: TestCard): void {
  if (code === '') throw refuse('incomplete_cvc', "Your card's security code is incomplete.", 'cvc')
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (!digits.test(code)) throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc')
}
