import { readSearchRequest } from '#contract/search/search-request.ts'
import type { BookRow } from '#server/books/books.public.ts'
import {
  askedWords,
  copyFilter,
  passes,
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
  return passes(filterIn(book.currency), book, place)
}

/** Whether all words of a saved search are in a listing, without its filters. */
export function hasWordsOf(asked: AskedWords, { words, lines }: Pick<Listing, 'words' | 'lines'>): boolean {
  return (
    asked.words.every((word) => words.has(word)) &&
    asked.beginnings.every((beginning) => hasBeginning(words, beginning)) &&
    !asked.unwanted.some((word) => words.has(word)) &&
    asked.phrases.every((phrase) => ` ${lines} `.includes(` ${phrase} `))
  )
}

function hasBeginning(words: ReadonlySet<string>, beginning: string): boolean {
  for (const word of words) if (word.startsWith(beginning)) return true
  return false
}
