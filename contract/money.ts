import * as z from 'zod/mini'

/** An amount in integer minor units (cents) with its ISO 4217 currency, upper-case. */
export interface Money {
  minor: number
  currency: string
}

const PRICE_TEXT = /^\d{1,6}([.,]\d{1,2})?$/
const HIGHEST_PRICE = 99_999_999
const LOWEST_RESALE_PRICE = 50

/** '12,5' → 1250. The text must match the price form; no floating point is involved. */
function minorUnits(text: string): number {
  const [whole = '0', fraction = ''] = text.replace(',', '.').split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** 1250 → '12.50', the form every price has on the wire. */
export function priceText(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}

function priceCodec(lowest: number) {
  return z.codec(
    z
      .string({ error: 'Write the price as text, such as 12.50' })
      .check(z.trim(), z.regex(PRICE_TEXT, 'Write a price such as 12.50: only digits and one comma or point')),
    z
      .int()
      .check(
        z.gte(lowest, `The lowest price is ${priceText(lowest)}`),
        z.lte(HIGHEST_PRICE, `The highest price is ${priceText(HIGHEST_PRICE)}`),
      ),
    { decode: minorUnits, encode: priceText },
  )
}

/** Price text on the wire ↔ integer minor units. */
export const anyPrice = priceCodec(0)
/** The same, from 0.50 on: what a copy can be sold for. */
export const resalePrice = priceCodec(LOWEST_RESALE_PRICE)
