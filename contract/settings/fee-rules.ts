import * as z from 'zod/mini'
import { typedAs } from '#contract/text.ts'

const FEE_MESSAGE = 'Enter a percentage such as 5 or 2.5, at most 50; 0 for none'
const HIGHEST_RATE = 5000

/** The club's fee in per cent: '2.5' ↔ 250 hundredths of a per cent. */
export const feeRate = z.codec(
  z.string(FEE_MESSAGE).check(
    z.trim(),
    z.refine((text) => /^\d{1,2}([.,]\d{1,2})?$/.test(text) && rateIn(text) <= HIGHEST_RATE, FEE_MESSAGE),
    typedAs({ inputMode: 'decimal' }),
  ),
  z.int(),
  { decode: rateIn, encode: (rate) => String(rate / 100) },
)

function rateIn(text: string): number {
  const [whole, fraction = ''] = text.split(/[.,]/)
  return Number(whole + fraction.padEnd(2, '0'))
}

const LEAST_MESSAGE = 'Enter an amount such as 0.50; 0 for none'

/** The least fee. Stays text: which amounts there are depends on the currency (`readLeastFee`). */
export const feeLeast = z.string(LEAST_MESSAGE).check(
  z.trim(),
  z.regex(/^\d{1,6}([.,]\d{1,3})?$/, LEAST_MESSAGE),
  z.overwrite((text) => text.replace(',', '.')),
  typedAs({ inputMode: 'decimal' }),
)
