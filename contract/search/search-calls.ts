import * as z from 'zod/mini'
import { book } from '#contract/books/books.ts'
import { defineCall } from '#contract/call.ts'
import { money } from '#contract/codecs.ts'
import { SEARCH_LIMIT } from '#contract/request-limits.ts'
import { pageQuery } from '#contract/paging.ts'
import { optionalLine } from '#contract/text.ts'
import { LONGEST_QUERY } from './query.ts'
import { facets, isFilterValue, searchSorts, type ManyFilter, type TextFilter } from './search-request.ts'

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

/** A copy that was found; it may stand for others of the same work. */
const searchResult = z.object({
  /** The copy's. */
  id: z.uuid(),
  book,
  /** How many more copies of the work are for sale and fit, and the lowest price among all of them. */
  others: z.int(),
  lowestPrice: z.nullable(money),
})
export type SearchResult = z.output<typeof searchResult>

export const searchBooks = defineCall({
  method: 'GET',
  path: '/search',
  topics: ['books'],
  access: 'anyone',
  summary:
    'Books whose title, author, publisher, ISBN or description has these words, the best first: one copy of each work, with how many more there are. By newest or price, each copy for itself. Words are read loosely where nothing has them as typed, which the summary tells; with exact=true only what has every word as typed is found. Without q, all that is for sale',
  query: z.object({ ...pageQuery(searchSorts), ...asked }),
  answer: z.array(searchResult),
  limit: SEARCH_LIMIT,
  paged: true,
})

/** A value and how many copies it would leave; null where the value occurs in the shop and its number isn't known. */
const valueCount = z.object({ value: z.string(), count: z.nullable(z.int()) })
export type ValueCount = z.output<typeof valueCount>
const valueCounts = z.array(valueCount)

/** Locations that are listed at most; more are found by their text. */
export const MOST_LOCATIONS = 50

/** What was understood, how many copies for sale there are, and which further filters leave how many. */
const summary = z.object({
  /** The words that were looked for, where they are others than those typed. */
  shownFor: z.nullable(z.string()),
  /** Words that were left out, for nothing has all of them. */
  without: z.array(z.string()),
  /** It looks like an ISBN, but its check digit doesn't fit. */
  isWrongIsbn: z.boolean(),
  /** Some book may match, today or later: otherwise it isn’t offered to be saved. */
  canMatch: z.boolean(),
  /** It took longer than a search may: there may be more, and better. */
  isCutShort: z.boolean(),
  /** Books are being added to the search: some aren't found yet, or only by the words of their title and author. */
  isBehind: z.boolean(),
  count: z.int(),
  /** The count is an estimate, with two significant digits; otherwise it is exact, and the list has as many. */
  isAbout: z.boolean(),
  /** Every value that occurs, of locations the first ones; most copies first, those without a number last. */
  values: z.object({
    category: valueCounts,
    condition: valueCounts,
    language: valueCounts,
    binding: valueCounts,
    location: valueCounts,
    verified: z.nullable(z.int()),
    photo: z.nullable(z.int()),
  }),
  /** Filters whose values have estimates, with two significant digits; the others' counts are exact. */
  about: z.array(z.enum(facets)),
  /** There are more locations than are listed here. */
  hasMoreLocations: z.boolean(),
  /** Where nothing is left: a filter without which there would be something, and how much. */
  guilty: z.nullable(z.object({ filter: z.string(), count: z.int(), isAbout: z.boolean() })),
})
export type SearchSummary = z.output<typeof summary>

export const summarizeSearch = defineCall({
  method: 'GET',
  path: '/search/summary',
  topics: ['books'],
  access: 'anyone',
  summary:
    'What the words of a search were understood as, how many copies are for sale, and how many each further filter leaves. Counts are exact, but for those that are marked as estimates',
  query: z.object(asked),
  answer: summary,
  limit: SEARCH_LIMIT,
})

const locations = z.object({
  values: valueCounts,
  /** The counts are estimates, with two significant digits. */
  isAbout: z.boolean(),
  hasMore: z.boolean(),
})
export type Locations = z.output<typeof locations>

export const findLocations = defineCall({
  method: 'GET',
  path: '/search/locations',
  topics: ['books'],
  access: 'anyone',
  summary: `Locations of copies for sale, and how many copies of the search each would leave; with find, those that have this text in them. At most ${MOST_LOCATIONS}`,
  query: z.object({ ...asked, find: z._default(optionalLine(LONGEST_QUERY), '') }),
  answer: locations,
  limit: SEARCH_LIMIT,
})
