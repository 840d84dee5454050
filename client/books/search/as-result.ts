import type { Book } from '#contract/books/books.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'

/** Converts a book to a search result that stands for itself alone; leaves results unchanged. */
export const asResult = (found: Book | SearchResult): SearchResult =>
  'book' in found ? found : { id: found.id, book: found, others: 0, lowestPrice: null }
