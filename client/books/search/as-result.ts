import type { Book } from '#contract/books/books.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'

/** A book of a list as a result, which stands for itself alone; a result of the search as it is. */
export const asResult = (found: Book | SearchResult): SearchResult =>
  'book' in found ? found : { id: found.id, book: found, others: 0, lowestPrice: null }
