import { lowestResalePrice, priceStep } from '#contract/money/currencies.ts'

/**
 * A price in US cents → one of about that worth in another currency's minor units, for books nobody has priced. No
 * rates of exchange: the lowest price of each currency tells how much half a dollar is.
 */
export function madeUpPrice(usCents: number, currency: string): number {
  const step = priceStep(currency)
  return Math.round((usCents * lowestResalePrice(currency)) / lowestResalePrice('USD') / step) * step
}
