import type { BookCount } from '#contract/book-calls.ts'

/**
 * "36 books", "24 of 36 books", "24 of 1000+ books", or "24 books so far" where nobody has counted. `isAll`: nothing is
 * left out, so that what is shown is the number, whatever was counted a moment ago.
 */
export function shelfCount(shown: number, isAll: boolean, total: BookCount | null): string {
  if (isAll) return books(shown)
  if (total === null || total.count < shown) return `${books(shown)} so far`
  return `${shown} of ${total.count}${total.orMore ? '+' : ''} books`
}

const books = (count: number) => (count === 1 ? '1 book' : `${count} books`)
