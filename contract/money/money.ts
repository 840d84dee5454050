import * as z from 'zod/mini'
import { examplePrice, highestPrice, lowestResalePrice, priceStep, readPriceText } from './currencies.ts'
import { digitsOf, priceText } from './currency-digits.ts'
import { typedAs } from '#contract/text.ts'
import { formatMoney } from '#contract/wording.ts'

const NO_TEXT = 'Write the price as text'

/** What a copy cost new: price text on the wire ↔ integer minor units of a currency. */
export const originalPriceIn = perCurrency((currency) =>
  priceCodec(currency, 'Please fill in the original price', 0, 1),
)

/** The same for what a copy is sold for: enough for the card provider, and nothing finer than it takes. */
export const resalePriceIn = perCurrency((currency) =>
  priceCodec(currency, 'Please fill in the resale price', lowestResalePrice(currency), priceStep(currency)),
)

/** A price that is compared with one on record, in the currency of that. */
export const namedPrice = z
  .string({ error: NO_TEXT })
  .check(z.trim(), z.regex(/^\d{1,12}([.,]\d{1,3})?$/, 'Write the price of the order, in digits'))

/** Makes something once per currency; schemas take their time. */
export function perCurrency<T>(make: (currency: string) => T): (currency: string) => T {
  const made = new Map<string, T>()
  return (currency) => {
    const codec = made.get(currency) ?? make(currency)
    made.set(currency, codec)
    return codec
  }
}

function priceCodec(currency: string, missing: string, lowest: number, step: number) {
  const example = priceText(examplePrice(currency))
  const highest = highestPrice(currency)
  const spoken = (minor: number) => formatMoney({ minor, currency })
  return z.codec(
    z
      .string({ error: `${NO_TEXT}, such as ${example}` })
      .check(
        z.trim(),
        z.minLength(1, { error: missing, abort: true }),
        z.regex(priceForm(currency), `Write a price such as ${example}: ${allowed(currency)}`),
        typedAs({ inputMode: digitsOf(currency) === 0 ? 'numeric' : 'decimal' }),
      ),
    z
      .int()
      .check(
        z.gte(lowest, `The lowest price is ${spoken(lowest)}`),
        z.lte(highest, `The highest price is ${spoken(highest)}`),
        z.multipleOf(step, `End the price with a 0, such as ${example}: cards can’t be charged any finer`),
      ),
    {
      decode: (text) => readPriceText(text, currency) ?? Number.NaN,
      encode: (minor) => priceText({ minor, currency }),
    },
  )
}

/** Takes any height that can be read; the schema refuses what is too high. */
function priceForm(currency: string): RegExp {
  const digits = digitsOf(currency)
  return new RegExp(digits === 0 ? '^\\d{1,12}$' : `^\\d{1,12}([.,]\\d{1,${digits}})?$`)
}

const allowed = (currency: string) => (digitsOf(currency) === 0 ? 'only digits' : 'only digits and one comma or point')
