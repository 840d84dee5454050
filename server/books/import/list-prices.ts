import { digitsOf } from '#contract/money/currency-digits.ts'
import { perCurrency } from '#contract/money/money.ts'
import { UnreadableCell } from './unreadable-cell.ts'

/** Groups of three digits with one sign between them, and perhaps a fraction after another sign. */
const GROUPED = /^(\d{1,3}([.,'’ ])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,3}))?$/
/** Ambiguous separator: `1.234` may be one or a thousand. */
const UNSURE = /^(\d{1,3})[.,](\d{3})$/

/**
 * Normalizes prices as people and spreadsheets write them: '$12.50', '12,50 EUR', '18,– €', '1.200,00 €', '1 250,00',
 * "1'250.00". Ambiguous text stays unchanged, for the form's rule to refuse.
 */
export function plainPrice(cell: string, currency: string): string {
  const price = withoutCurrency(cell.replace(/\s+/g, ' ').trim(), currency)
  const digits = digitsOf(currency)
  // '18,–' and '18.-'
  const amount = price.replace(/[.,] ?[-–—]{1,2}$/, '')
  if (digits === 0 && /^\d+[.,]0{1,2}$/.test(amount)) return amount.replace(/[.,].*$/, '')
  const [, groups = '', between, point, fraction = ''] = GROUPED.exec(amount) ?? []
  if (groups === '' || between === point || (digits > 0 && UNSURE.test(amount))) return amount
  const units = groups.replace(/\D/g, '')
  if (fraction === '' || (digits === 0 && Number(fraction) === 0)) return units
  return `${units}.${fraction}`
}

/** The same; refuses (UnreadableCell) another currency, and an ambiguous amount. */
export function priceOf(cell: string, currency: string): string {
  const price = plainPrice(cell, currency)
  const [, units, thousands] = UNSURE.exec(price) ?? []
  if (units !== undefined && digitsOf(currency) === 2)
    throw new UnreadableCell(
      `this may be ${units}${thousands} or ${units}.${thousands!.slice(0, 2)}; write it with two digits after the point, or with none`,
    )
  const [other] = /\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(price) ?? []
  if (other !== undefined && (other.length === 1 || Intl.supportedValuesOf('currency').includes(other)))
    throw new UnreadableCell(`this is in another currency; the club’s is ${currency}`)
  return price
}

/** '$12.50' and '12,50 EUR' in a shop of that currency. */
function withoutCurrency(price: string, currency: string): string {
  const plain = price.toLowerCase()
  const mark = marksOf(currency).find((sign) => plain.startsWith(sign) || plain.endsWith(sign))
  if (mark === undefined) return price
  return (plain.startsWith(mark) ? price.slice(mark.length) : price.slice(0, -mark.length)).trim()
}

/** The currency's code, signs and names in lower case, longest first. */
const marksOf = perCurrency((currency) =>
  (['code', 'symbol', 'narrowSymbol', 'name'] as const)
    .flatMap((currencyDisplay) =>
      [1, 2].flatMap((amount) =>
        new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 })
          .formatToParts(amount)
          .filter(({ type }) => type === 'currency')
          .map(({ value }) => value.toLowerCase()),
      ),
    )
    .toSorted((a, b) => b.length - a.length),
)
