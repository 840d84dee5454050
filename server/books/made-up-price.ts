import { lowestResalePrice, priceStep } from '#contract/money/currencies.ts'

/**
 * A price in US cents → one of about that worth in another currency's minor units, for books without a price. No
 * rates of exchange: the lowest price of each currency stands for half a dollar.
 */
export function madeUpPrice(usCents: number, currency: string): number {
  const step = priceStep(currency)
  return Math.round((usCents * lowestResalePrice(currency)) / lowestResalePrice('USD') / step) * step
}
