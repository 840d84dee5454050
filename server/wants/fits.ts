import { readSearchRequest } from '#contract/search/search-request.ts'
import type { BookRow } from '#server/books/books.public.ts'
import {
  askedWords,
  copyFilter,
  placeOf,
  wordsOfListing,
  type AskedWords,
  type CopyFilter,
} from '#server/search/search.public.ts'

/** The facts of a book that saved searches are matched with. */
export interface Listing {
  book: BookRow
  words: ReadonlySet<string>
  /** Words of title and author in order, to match phrases. */
  lines: string
  place: string
}

export function listingOf(book: BookRow): Listing {
  const { words, lines } = wordsOfListing(book)
  return { book, words: new Set(words), lines, place: placeOf(book.location) }
}

/** A parsed saved search: its words, and its filters in a currency. */
export interface ReadSearch {
  asked: AskedWords
  filterIn: (currency: string) => CopyFilter
}

/** Parses a saved search from its address. It takes much longer than to compare it with a book. */
export function readSearch(search: string): ReadSearch {
  const request = readSearchRequest(new URLSearchParams(search))
  const filters = new Map<string, CopyFilter>()
  return {
    asked: askedWords(request.q),
    filterIn: (currency) => {
      const filter = filters.get(currency) ?? copyFilter(request, currency)
      filters.set(currency, filter)
      return filter
    },
  }
}

/**
 * Whether a saved search matches a book for sale: all its words are in the listing as typed, and its filters match.
 * Spelling corrections apply to searches only, not to emails.
 */
export function fits({ asked, filterIn }: ReadSearch, listing: Listing): boolean {
  if (!hasWordsOf(asked, listing)) return false
  const { book, place } = listing
  const filter = filterIn(book.currency)
  const isOneOf = (values: readonly string[], value: string | null) =>
    values.length === 0 || (value !== null && values.includes(value))
  const isWithin = (from: number | null, to: number | null, value: number | null) =>
    (from === null || (value !== null && value >= from)) && (to === null || (value !== null && value <= to))
  return (
    isOneOf(filter.category, book.category) &&
    isOneOf(filter.condition, book.condition) &&
    isOneOf(filter.language, book.language) &&
    isOneOf(filter.binding, book.binding) &&
    (filter.seller === '' || filter.seller === book.sellerId) &&
    (filter.place === '' || filter.place === place) &&
    isWithin(filter.priceFrom, filter.priceTo, book.resalePrice) &&
    isWithin(filter.yearFrom, filter.yearTo, book.yearPublished) &&
    (!filter.verified || book.sellerEmailVerified) &&
    (!filter.photo || book.images.length > 0)
  )
}

/** Whether all words of a saved search are in a listing, without its filters. */
export function hasWordsOf(asked: AskedWords, { words, lines }: Pick<Listing, 'words' | 'lines'>): boolean {
  return (
    asked.words.every((word) => words.has(word)) &&
    !asked.unwanted.some((word) => words.has(word)) &&
    asked.phrases.every((phrase) => ` ${lines} `.includes(` ${phrase} `))
  )
}
