import { priceStep, readPriceText } from '#contract/money/currencies.ts'
import type { Money } from '#contract/money/currency-digits.ts'

/** How many books one call edits or gives another price. */
export const MOST_AT_ONCE = 100
/** How many books one call advertises, pauses, deletes and so on. */
export const MOST_CHANGED_AT_ONCE = 500

/** How a form changes prices: by a percentage or an amount, or to one. */
export const waysToPrice = ['lower', 'raise', 'set'] as const
export type WayToPrice = (typeof waysToPrice)[number]

/** By so many per cent, or by an amount in minor units; negative lowers. Or to an amount. */
export type ChangeOfPrice = { percent: number } | { amount: number } | { to: number }

const PERCENT = /^(\d{1,2})\s*%$/

/** Reads a form's way with '10%' or '2.00'; null for anything else, and for a price that is to be set to a percentage. */
export function readChange(way: WayToPrice, text: string, currency: string): ChangeOfPrice | null {
  const sign = way === 'lower' ? -1 : 1
  const percent = Number(PERCENT.exec(text.trim())?.[1] ?? 0)
  if (percent > 0) return way === 'set' ? null : { percent: sign * percent }
  const amount = readPriceText(text.trim(), currency)
  if (!amount) return null
  return way === 'set' ? { to: amount } : { amount: sign * amount }
}

/** The price after such a change, in whole steps of what its currency can be charged in. Whether it may be so low or high is another question. */
export function changedPrice({ minor, currency }: Money, change: ChangeOfPrice): Money {
  if ('to' in change) return { minor: change.to, currency }
  const exact = 'percent' in change ? (minor * (100 + change.percent)) / 100 : minor + change.amount
  const step = priceStep(currency)
  return { minor: Math.max(0, Math.round(exact / step) * step), currency }
}
