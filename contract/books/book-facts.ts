import * as z from 'zod/mini'
import { CONDITIONS } from './conditions.ts'
import { BINDINGS, LANGUAGES } from './editions.ts'
import { asIsbn13, hasIsbnForm, plainIsbn, WRONG_CHECK_DIGIT } from './isbn.ts'
import { namesWayOut, WAY_OUT_MESSAGE } from '#contract/links.ts'
import { originalPriceIn, perCurrency, resalePriceIn } from '#contract/money/money.ts'
import { emptyForNull, optionalLine, requiredLine, requiredPhone, requiredText, typedAs } from '#contract/text.ts'
import {
  addedFact,
  asNumber,
  asNumberOrNull,
  asOneOf,
  asText,
  asTextOrNull,
  fact,
  readFacts,
  shapeOf,
} from '#contract/wire-facts.ts'

const EARLIEST_YEAR = 1450
export const LONGEST_DESCRIPTION = 4000
/** A year of four digits up to some years from now; empty allowed. */
const yearUntil = (years: number, spoken: string) => [
  z.refine<string>((text) => text === '' || /^\d{4}$/.test(text), {
    error: 'Enter the year with four digits, such as 2019',
    abort: true,
  }),
  z.refine<string>(
    (text) => text === '' || (Number(text) >= EARLIEST_YEAR && Number(text) <= new Date().getUTCFullYear() + years),
    { error: `Enter a year from ${EARLIEST_YEAR} to ${spoken}` },
  ),
  typedAs({ inputMode: 'numeric' }),
]
const yearOfPurchase = requiredLine(20, 'Please fill in the year of purchase').check(...yearUntil(0, 'this year'))
const yearPublished = optionalLine(20).check(...yearUntil(1, 'next year'))

/** An ISBN as people write it → its thirteen digits; empty allowed. */
export const isbnText = optionalLine(40).check(
  z.overwrite(plainIsbn),
  z.refine<string>((text) => text === '' || hasIsbnForm(text), {
    error: 'An ISBN has 10 or 13 digits. You’ll find it next to the barcode.',
    abort: true,
  }),
  z.refine<string>((text) => text === '' || asIsbn13(text) !== null, {
    error: WRONG_CHECK_DIGIT,
    abort: true,
  }),
  z.overwrite((text) => asIsbn13(text) ?? ''),
)
const language = optionalLine(20).check(
  z.refine<string>((text) => text === '' || LANGUAGES.includes(text), {
    error: 'Choose a language by its code, such as en',
  }),
)
const binding: z.ZodMiniType<string, string> = z.enum(['', ...BINDINGS], {
  error: `Choose ${BINDINGS.slice(0, -1).join(', ')} or ${BINDINGS.at(-1)}`,
})
const condition: z.ZodMiniType<string, string> = z.enum(['', ...CONDITIONS], {
  error: 'Choose excellent, good or fair',
})

/**
 * Refuses links and contacts, in what stands in lists and in the club's emails. A publisher may be called 'Lulu.com', and
 * a description may name a review: both stand on the book page alone.
 */
const noWayOut = (fewestDigits?: number) =>
  z.refine<string>((text) => !namesWayOut(text, fewestDigits), {
    error: WAY_OUT_MESSAGE,
  })

/** What everybody may see of what a seller says of a copy; prices are apart, for they need a currency. In the form's order. */
export const bookFacts = {
  title: fact('book_name', asText, requiredLine(300, 'Please fill in the book name').check(noWayOut())),
  author: fact('book_writer', asText, requiredLine(1000, 'Please fill in the book writer').check(noWayOut())),
  category: fact('category_name', asTextOrNull, z._default(emptyForNull(optionalLine(60)), '')),
  isbn: addedFact('isbn', asTextOrNull, isbnText),
  publisher: addedFact('publisher', asTextOrNull, optionalLine(200)),
  yearPublished: addedFact('yearPublished', asNumberOrNull, yearPublished),
  language: addedFact('language', asTextOrNull, language),
  binding: addedFact('binding', asOneOf(BINDINGS), binding),
  condition: fact('condition', asOneOf(CONDITIONS), z._default(emptyForNull(condition), '')),
  yearOfPurchase: fact('yearOfPurchase', asNumber, yearOfPurchase),
  description: fact('description', asText, requiredText(LONGEST_DESCRIPTION, 'Please fill in the description')),
  location: fact('location', asText, requiredLine(200, 'Please fill in the location').check(noWayOut(9))),
}

/** A book of which nothing is known yet. */
export const noFacts = readFacts(bookFacts, {})

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
