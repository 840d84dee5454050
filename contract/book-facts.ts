import * as z from 'zod/mini'
import { CONDITIONS } from './conditions.ts'
import { originalPriceIn, perCurrency, resalePriceIn } from './money.ts'
import { optionalLine, requiredLine, requiredPhone, requiredText } from './text.ts'
import { asNumber, asOneOf, asText, asTextOrNull, fact, shapeOf } from './wire-facts.ts'

const EARLIEST_YEAR = 1450
const year = requiredLine(20, 'Please fill in the year of purchase').check(
  z.refine((text) => text === '' || /^\d{4}$/.test(text), {
    error: 'Enter the year with four digits, such as 2019',
    abort: true,
  }),
  z.refine((text) => text === '' || (Number(text) >= EARLIEST_YEAR && Number(text) <= new Date().getUTCFullYear()), {
    error: `Enter a year from ${EARLIEST_YEAR} to this year`,
  }),
)
const conditionOrEmpty: z.ZodMiniDefault<z.ZodMiniType<string, string>> = z._default(
  z.enum(['', ...CONDITIONS], { error: 'Choose excellent, good or fair' }),
  '',
)

/** What everybody may see of what a seller says of a copy; prices are apart, for they need a currency. In the form's order. */
export const bookFacts = {
  title: fact('book_name', asText, requiredLine(300, 'Please fill in the book name')),
  author: fact('book_writer', asText, requiredLine(1000, 'Please fill in the book writer')),
  category: fact('category_name', asTextOrNull, z._default(optionalLine(60), '')),
  condition: fact('condition', asOneOf(CONDITIONS), conditionOrEmpty),
  yearOfPurchase: fact('yearOfPurchase', asNumber, year),
  description: fact('description', asText, requiredText(4000, 'Please fill in the description')),
  location: fact('location', asText, requiredLine(200, 'Please fill in the location')),
}

/** What the form asks for, but for the pictures; also what a list may say of a book. */
export const bookFactsIn = perCurrency((currency) => {
  const { location, ...facts } = shapeOf(bookFacts, 'said')
  return z.object({
    ...facts,
    originalPrice: originalPriceIn(currency),
    resalePrice: resalePriceIn(currency),
    location,
    mobileNumber: requiredPhone,
  })
})

/** The names of these on the wire, which the form's fields bear, too. */
export const BOOK_FIELDS: readonly string[] = [
  ...Object.values(bookFacts).map(({ wire }) => wire),
  'originalPrice',
  'resalePrice',
  'mobileNumber',
]
