import { readPriceText } from '#contract/money/currencies.ts'

/** A bound of the price as a search compares it, in minor units: digits that the currency doesn't have are left out. */
export const priceBound = (text: string, currency: string): number | null =>
  readPriceText(text, currency) ?? readPriceText(text.replace(/[.,].*/, ''), currency)
