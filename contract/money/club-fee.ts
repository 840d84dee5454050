import type { Site } from '#contract/site.ts'
import { formatMoney } from '#contract/wording.ts'
import { lowestResalePrice, priceStep, readPriceText } from './currencies.ts'
import { priceText, type Money } from './currency-digits.ts'

/** What the club keeps of a sale that was paid by card. With 0 and 0 there is no fee. */
export interface FeeRule {
  /** In hundredths of a per cent. */
  rate: number
  /** In minor units of the sale's currency. */
  least: number
}

/**
 * The fee on an amount that is the seller's, in minor units: the share, rounded down to what cards can be charged in, or
 * the least fee where that is more; never more than the amount.
 */
export function feeOf({ rate, least }: FeeRule, { minor, currency }: Money): number {
  const step = priceStep(currency)
  const share = Math.floor((minor * rate) / (10_000 * step)) * step
  return Math.max(0, Math.min(minor, Math.max(share, least)))
}

/** Rule that a seller has to know of: null where there is no fee, or no payment by card. */
export function shownFee({ fee, cards }: Pick<Site, 'fee'> & { cards: Pick<Site['cards'], 'mode'> }): FeeRule | null {
  return cards.mode === 'off' || (fee.rate === 0 && fee.least === 0) ? null : fee
}

/** '5%', '5%, at least $0.50', or '$0.50'. */
export function feeWords({ rate, least }: FeeRule, currency: string): string {
  const amount = formatMoney({ minor: least, currency })
  if (rate === 0) return amount
  return least === 0 ? percentWords(rate) : `${percentWords(rate)}, at least ${amount}`
}

/** 250 → '2.5%'. */
export const percentWords = (rate: number): string => `${rate / 100}%`

/** Least fee as written, in minor units; null where it is no amount that cards can be charged in this currency. */
export function readLeastFee(text: string, currency: string): number | null {
  const minor = readPriceText(text, currency)
  return minor === null || minor % priceStep(currency) !== 0 ? null : minor
}

/** What to write in place of a least fee that the currency doesn't have. */
export const leastFeeMessage = (currency: string): string =>
  `Write an amount of ${currency} such as ${priceText({ minor: lowestResalePrice(currency), currency })}; 0 for none`
