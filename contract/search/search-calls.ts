import * as z from 'zod/mini'
import { bookFromWire, bookOnTheWire, bookToWire } from '#contract/books/books.ts'
import { defineCall } from '#contract/call.ts'
import { SEARCH_LIMIT } from '#contract/request-limits.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { pageQuery } from '#contract/paging.ts'
import { optionalLine } from '#contract/text.ts'
import { isFilterValue, LONGEST_QUERY, searchSorts, type ManyFilter, type TextFilter } from './search-request.ts'
import type { SearchResult, SearchSummary } from './search-results.ts'

const MOST_VALUES = 20

/** Values with commas between, as `condition=good,fair`. */
function many(name: ManyFilter) {
  const error = `${name} is one or more of its values, with commas between`
  const list = z.codec(z.string(error), z.array(z.string()).check(z.maxLength(MOST_VALUES, error)), {
    decode: (text) => [...new Set(text.split(',').filter((value) => value !== ''))],
    encode: (values) => values.join(','),
  })
  return z._default(list.check(z.refine((values) => values.every(isFilterValue[name]), { error })), [])
}

function one(name: TextFilter, says: string) {
  const text = z.string(says).check(
    z.trim(),
    z.refine((value) => value === '' || isFilterValue[name](value), says),
  )
  return z._default(text, '')
}

function flag(name: string) {
  const error = `${name} is true, or left out`
  const onOrOff = z.codec(z.enum(['true', 'false'], { error }), z.boolean(), {
    decode: (text) => text === 'true',
    encode: (isOn) => (isOn ? ('true' as const) : ('false' as const)),
  })
  return z._default(onOrOff, false)
}

const asked = {
  q: z._default(optionalLine(LONGEST_QUERY), ''),
  exact: flag('exact'),
  category: many('category'),
  condition: many('condition'),
  language: many('language'),
  binding: many('binding'),
  location: one('location', 'location is the place of a copy, on one line'),
  price_from: one('price_from', 'price_from is a price in digits'),
  price_to: one('price_to', 'price_to is a price in digits'),
  published_from: one('published_from', 'published_from is a year such as 1987'),
  published_to: one('published_to', 'published_to is a year such as 1987'),
  seller: one('seller', 'seller is the id of one'),
  verified: flag('verified'),
  photo: flag('photo'),
}

const resultOnTheWire = z.object({
  book: bookOnTheWire,
  otherCopies: z.int(),
  lowestPrice: z.optional(z.string()),
})

/** Wire ↔ SearchResult. */
const searchResult = z.codec(resultOnTheWire, z.custom<SearchResult>(), {
  decode: ({ book, otherCopies, lowestPrice }) => ({
    id: book._id,
    book: bookFromWire(book),
    others: otherCopies,
    lowestPrice:
      lowestPrice === undefined
        ? null
        : { minor: readPriceText(lowestPrice, book.currency) ?? 0, currency: book.currency },
  }),
  encode: ({ book, others, lowestPrice }) => ({
    book: bookToWire(book),
    otherCopies: others,
    ...(lowestPrice && { lowestPrice: priceText(lowestPrice) }),
  }),
})

export const searchBooks = defineCall({
  method: 'GET',
  path: '/search',
  access: 'anyone',
  summary:
    'Books whose title, author, publisher, ISBN or description has these words, the best first: one copy of each work, with how many more there are. By newest or price, each copy for itself. Without q, all that is for sale',
  query: z.object({ ...pageQuery(searchSorts), ...asked }),
  answer: z.array(searchResult),
  limit: SEARCH_LIMIT,
  paged: true,
})

const valueCounts = z.array(z.object({ value: z.string(), count: z.int() }))

const summary = z.object({
  shownFor: z.nullable(z.string()),
  without: z.array(z.string()),
  isWrongIsbn: z.boolean(),
  isCutShort: z.boolean(),
  count: z.int(),
  orMore: z.boolean(),
  values: z.object({
    category: valueCounts,
    condition: valueCounts,
    language: valueCounts,
    binding: valueCounts,
    location: valueCounts,
    verified: z.int(),
    photo: z.int(),
  }),
  guilty: z.nullable(z.object({ filter: z.string(), count: z.int() })),
}) satisfies z.ZodMiniType<SearchSummary>

export const summarizeSearch = defineCall({
  method: 'GET',
  path: '/search/summary',
  access: 'anyone',
  summary:
    'What the words of a search were understood as, how many copies are for sale, and how many each further filter leaves; counted up to a limit',
  query: z.object(asked),
  answer: summary,
  limit: SEARCH_LIMIT,
})
