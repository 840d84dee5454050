import { digitsOf, type Money } from './currency-digits.ts'

// What may be asked for in a currency. What a page needs to show an amount is in `currency-digits.ts`.

/** As many digits as the card provider takes in an amount. */
const MOST_DIGITS = 8
/** The shop's own floor, in minor units, wherever the provider asks for less. */
const SHOPS_LOWEST = 50

/** Without a smaller unit, but the provider counts them in hundredths all the same. */
const hundredfold = new Set(['ISK', 'UGX'])
/** The least that the provider charges, in minor units, as it documents; half a unit in the currencies not named. */
const lowestCharges = new Map(
  Object.entries({
    AED: 200,
    CZK: 1500,
    DKK: 250,
    GBP: 30,
    HKD: 400,
    HUF: 17_500,
    MXN: 1000,
    MYR: 200,
    NOK: 300,
    PLN: 200,
    RON: 200,
    SEK: 300,
    THB: 1000,
  }),
)

/** Of how many minor units a price is a multiple: the provider wants a 0 as the third digit after the point. */
export const priceStep = (currency: string): 1 | 10 => (digitsOf(currency) === 3 ? 10 : 1)

/** How many of the card provider's units make one of our minor units. */
export const providerUnits = (currency: string): 1 | 100 => (hundredfold.has(currency) ? 100 : 1)

/** The least that the card provider charges, in minor units. */
export function lowestCharge(currency: string): number {
  return lowestCharges.get(currency) ?? (digitsOf(currency) === 3 ? 500 : 50)
}

/** The least that a copy can be sold for, in minor units: whatever is listed can be paid by card. */
export const lowestResalePrice = (currency: string): number => Math.max(SHOPS_LOWEST, lowestCharge(currency))

/** The most that a price can be, in minor units. */
export function highestPrice(currency: string): number {
  const most = 10 ** MOST_DIGITS / providerUnits(currency) - 1
  return most - (most % priceStep(currency))
}

/** A price to show how one is written: 12.50 in US dollars. */
export const examplePrice = (currency: string): Money => ({ minor: 25 * lowestResalePrice(currency), currency })

/**
 * '12,5' → 1250 in USD, '1250' → 1250 in JPY; null where the text is no amount of this currency. No floating point is
 * involved.
 */
export function readPriceText(text: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** A bound of the price as a search compares it, in minor units: digits that the currency doesn't have are left out. */
export const priceBound = (text: string, currency: string): number | null =>
  readPriceText(text, currency) ?? readPriceText(text.replace(/[.,].*/, ''), currency)
