import type { BookCount } from '#contract/books/book-calls.ts'
import { countOf, grouped } from '#contract/wording.ts'

/**
 * "36 books", "24 of 36 books", "24 of 1,000+ books", or "Showing 24 books" without a total. `isAll`: the list is
 * complete, so `shown` is the number, whatever the total said a moment ago.
 */
export function bookCount(shown: number, isAll: boolean, total: BookCount | null): string {
  if (isAll) return countOf(shown, 'book')
  if (total === null || total.count < shown) return `Showing ${countOf(shown, 'book')}`
  return `${grouped(shown)} of ${grouped(total.count)}${total.orMore ? '+' : ''} books`
}
