import { countOf, grouped } from '#contract/wording.ts'

/** Number of books of a list. `orMore`: a lower bound. `isAbout`: an estimate. */
export interface BookTotal {
  count: number
  orMore?: boolean
  isAbout?: boolean
}

/**
 * "36 books", "24 of 36 books", "24 of about 3,400 books", or "Showing 24 books" without a total. `isAll`: the list is
 * complete, so `shown` is the number, whatever the total said a moment ago.
 */
export function bookCount(shown: number, isAll: boolean, total: BookTotal | null): string {
  if (isAll) return countOf(shown, 'book')
  if (total === null || total.count < shown) return `Showing ${countOf(shown, 'book')}`
  return `${grouped(shown)} of ${total.isAbout ? 'about ' : ''}${grouped(total.count)}${total.orMore ? '+' : ''} books`
}

/** '36 books', 'about 3,400 books', '1,000+ books'. */
export const totalWords = ({ count, orMore, isAbout }: BookTotal): string =>
  orMore ? `${grouped(count)}+ books` : `${isAbout ? 'about ' : ''}${countOf(count, 'book')}`
