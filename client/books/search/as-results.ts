import type { Book } from '#contract/books/books.ts'
import type { Page } from '#contract/call.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'

/** Books of a list as results, each of which stands for itself alone. */
export const asResults = ({ items, next }: Page<Book>): Page<SearchResult> => ({
  items: items.map((book) => ({ id: book.id, book, others: 0, lowestPrice: null })),
  next,
})
