import { priceStep } from '#contract/money/currencies.ts'
import type { Money } from '#contract/money/currency-digits.ts'

/** How many books one call edits or gives another price. */
export const MOST_AT_ONCE = 100
/** How many books one call advertises, pauses, deletes and so on. */
export const MOST_CHANGED_AT_ONCE = 500

/** By so many per cent, or by an amount in minor units; negative lowers. */
export type ChangeOfPrice = { percent: number } | { amount: number }

/** The price after such a change, in whole steps of what its currency can be charged in. Whether it may be so low or high is another question. */
export function changedPrice({ minor, currency }: Money, change: ChangeOfPrice): Money {
  const exact = 'percent' in change ? (minor * (100 + change.percent)) / 100 : minor + change.amount
  const step = priceStep(currency)
  return { minor: Math.max(0, Math.round(exact / step) * step), currency }
}
