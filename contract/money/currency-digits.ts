// The one place that knows how a currency's money is counted. Not Intl: how many digits that gives to HUF, COP or IDR
// differs between a server's ICU and a browser's, and both sides have to agree. No schema in here: a page that only
// shows books carries none.

import type * as z from 'zod/mini'
import type { money } from '#contract/codecs.ts'

/** An amount in integer minor units of its ISO 4217 currency, upper-case: cents, yen, fils. */
export type Money = z.output<typeof money>

const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND'

/** Digits after the point: 2 of USD and HUF, none of JPY, 3 of KWD. */
export function digitsOf(currency: string): 0 | 2 | 3 {
  if (NO_DIGITS.includes(currency)) return 0
  return THREE_DIGITS.includes(currency) ? 3 : 2
}

/** The form every price has on the wire: '12.50' in USD, '1250' in JPY, '12.500' in KWD. */
export function priceText({ minor, currency }: Money): string {
  const digits = digitsOf(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
