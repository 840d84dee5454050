import type { Book } from '#contract/books/books.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import type { FlagFilter, ManyFilter } from './search-request.ts'

/** A copy that was found; it may stand for others of the same work. */
export interface SearchResult {
  /** The copy's. */
  id: string
  book: Book
  /** How many more copies of the work are for sale and fit, and the lowest price among all of them. */
  others: number
  lowestPrice: Money | null
}

/** How often a value stands among what was found; so often at least where the counting ended early. */
export interface ValueCount {
  value: string
  count: number
}

/** What was understood, how many copies for sale there are, and which further filters leave how many. */
export interface SearchSummary {
  /** The words that were looked for, where they are others than those typed. */
  shownFor: string | null
  /** Words that were left out, for nothing has all of them. */
  without: string[]
  /** It looks like an ISBN, but its check digit doesn't fit. */
  isWrongIsbn: boolean
  /** It took longer than a search may: there may be more, and better. */
  isCutShort: boolean
  count: number
  /** There are more than were counted; so are counts of values, then. */
  orMore: boolean
  values: Record<ManyFilter | 'location', ValueCount[]> & Record<FlagFilter, number>
  /** Where nothing is left: a filter without which there would be something, and how much. */
  guilty: { filter: string; count: number } | null
}
