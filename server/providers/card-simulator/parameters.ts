import { isChargeable } from '#contract/money/currency-codes.ts'
import { lowestCharge, priceStep, providerUnits } from '#contract/money/currencies.ts'
import { formatMoney } from '#contract/wording.ts'
import { invalidRequest, missingParameter } from './refusals.ts'

const LARGEST_AMOUNT = 99_999_999

/** Every `metadata[…]`. */
export const METADATA = /^metadata\[/

/** What any request may hold: what to expand, and a browser's key and version. */
const ANYWHERE = [/^expand\[\d*\]$/, 'key', '_stripe_version']

/** Refuses unknown fields. A pattern allows a family, such as every `metadata[…]`. */
export function requireKnown(form: URLSearchParams, known: readonly (string | RegExp)[]): void {
  for (const name of form.keys()) {
    if ([...known, ...ANYWHERE].some((each) => (typeof each === 'string' ? each === name : each.test(name)))) continue
    if (/^payment_method_types\b/.test(name))
      throw invalidRequest(
        'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead.',
        { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
      )
    throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
}

/** Reads amount and currency of a payment, in Stripe's units and lower case; what is missing is as `before`. */
export function readMoney(
  form: URLSearchParams,
  before?: { amount: number; currency: string },
): { amount: number; currency: string } {
  const currencyText = form.get('currency') ?? before?.currency
  if (!currencyText) throw missingParameter('currency')
  const currency = currencyText.toLowerCase()
  if (!isChargeable(currency.toUpperCase()))
    throw invalidRequest(`Invalid currency: ${currencyText}. Stripe knows ISO 4217 codes such as usd.`, {
      param: 'currency',
    })
  const amount = readAmount(form) ?? before?.amount ?? null
  if (amount === null) throw missingParameter('amount')
  const smallest = lowestCharge(currency.toUpperCase()) * providerUnits(currency.toUpperCase())
  if (amount < smallest)
    throw invalidRequest(`Amount must be at least ${spoken(smallest, currency)}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  if (amount > LARGEST_AMOUNT)
    throw invalidRequest(`Amount must be no more than ${spoken(LARGEST_AMOUNT, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  requireWhole(amount, currency)
  return { amount, currency }
}

/** Reads `amount`, an integer of at least 1; null where it is missing. */
export function readAmount(form: URLSearchParams): number | null {
  const text = form.get('amount')
  if (text === null) return null
  if (!/^-?\d{1,15}$/.test(text)) throw invalidAmount(`Invalid integer: ${text}`)
  if (Number(text) < 1) throw invalidAmount('This value must be greater than or equal to 1.')
  return Number(text)
}

/** Refuses amounts finer than Stripe moves in this currency: the third digit of a dinar, a fraction of a króna. */
export function requireWhole(amount: number, currency: string): void {
  const step = priceStep(currency.toUpperCase()) * providerUnits(currency.toUpperCase())
  if (amount % step !== 0) throw invalidAmount(`Invalid integer: amounts in ${currency} are multiples of ${step}`)
}

/** Reads one of the allowed words; null where the field is missing. */
export function readWord<Word extends string>(
  form: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const given = form.get(name)
  if (given === null) return null
  const word = words.find((each) => each === given)
  if (word === undefined) throw invalidRequest(`Invalid ${name}: must be one of ${words.join(', ')}`, { param: name })
  return word
}

/** Reads true or false; null where the field is missing. */
export function readFlag(form: URLSearchParams, name: string): boolean | null {
  const given = form.get(name)
  if (given === null) return null
  if (given !== 'true' && given !== 'false') throw invalidRequest(`Invalid boolean: ${given}`, { param: name })
  return given === 'true'
}

/** Reads the length of a page: 1 to 100, 10 where it is missing. */
export function readLimit(form: URLSearchParams): number {
  const text = form.get('limit') ?? '10'
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > 100) throw invalidRequest(`Invalid integer: ${text}`, { param: 'limit' })
  return limit
}

/** Reads `created`, a time or its bounds in Unix seconds; null where it is missing. */
export function readCreated(form: URLSearchParams): { from: number; to: number } | null {
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const names = [...form.keys()].filter((name) => name.startsWith('created'))
  for (const name of names) {
    const text = form.get(name) ?? ''
    if (!/^\d{1,12}$/.test(text)) throw invalidRequest(`Invalid integer: ${text}`, { param: name })
    const [time, bound] = [Number(text), /^created\[(\w+)\]$/.exec(name)?.[1]]
    if (bound === 'gt' || bound === 'gte') range.from = time + (bound === 'gt' ? 1 : 0)
    else if (bound === 'lt' || bound === 'lte') range.to = time - (bound === 'lt' ? 1 : 0)
    else Object.assign(range, { from: time, to: time })
  }
  return names.length > 0 ? range : null
}

/** Reads every `name[]`; null without one. */
export function readList(form: URLSearchParams, name: string): string[] | null {
  const values = [...form].filter(([each]) => each.startsWith(`${name}[`)).map(([, value]) => value)
  return values.length > 0 ? values : null
}

/** Reads a text of limited length; null where it is missing. */
export function readText(form: URLSearchParams, name: string, most: number): string | null {
  const text = form.get(name) || null
  if (text && text.length > most)
    throw invalidRequest(`Invalid string: ${name} must be at most ${most} characters`, { param: name })
  return text
}

const invalidAmount = (message: string) =>
  invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' })

/** Reads every `metadata[name]`: at most 50, names of 40 characters, values of 500. */
export function readMetadata(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[([^[\]]+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param: 'metadata' })
  for (const [key, value] of entries) {
    if (key.length > 40) throw invalidRequest('Metadata keys can be up to 40 characters long.', { param: 'metadata' })
    if (value.length > 500)
      throw invalidRequest(`Metadata values can have up to 500 characters (${key}).`, { param: `metadata[${key}]` })
  }
  return Object.fromEntries(entries)
}

/**
 * Reads the return address after the challenge as a path; only the shop's origins are allowed, against open redirects.
 * Null when the challenge is in a frame.
 */
export function readReturnPath(form: URLSearchParams, allowedOrigins: readonly string[]): string | null {
  const text = form.get('return_url')
  if (text === null) return null
  const url = URL.parse(text)
  if (!url || !allowedOrigins.includes(url.origin))
    throw invalidRequest('The `return_url` must be an address of this shop.', { param: 'return_url' })
  return url.pathname + url.search + url.hash
}

/** Formats an amount in Stripe's units: '$0.50 usd'. */
function spoken(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  return `${formatMoney({ minor: amount / providerUnits(code), currency: code })} ${currency}`
}
