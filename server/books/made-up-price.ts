import { lowestResalePrice, priceStep } from '#contract/money/currencies.ts'

/**
 * A price in US cents → about its worth in another currency's minor units, for books without a price. No exchange
 * rates: the lowest price of each currency stands for half a dollar.
 */
export function madeUpPrice(usCents: number, currency: string): number {
  const step = priceStep(currency)
  return Math.round((usCents * lowestResalePrice(currency)) / lowestResalePrice('USD') / step) * step
}
