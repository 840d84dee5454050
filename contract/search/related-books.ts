import type { Book } from '#contract/books/books.ts'

/** Of each kind on a book's page. */
export const MOST_RELATED = 6

/** What stands around a book on its page; all of it for sale, and nothing twice. */
export interface RelatedBooks {
  /** Of the same work, the cheapest first. */
  copies: Book[]
  /** How many there are in all. */
  copyCount: number
  /** More of its seller's, the newest first. */
  ofSeller: Book[]
  /** Other works: the author's, then those of the category; the newest first. */
  similar: Book[]
}
