import type { Book } from '#contract/books/books.ts'
import { yearsOfUse, preview } from '#contract/wording.ts'

/** §9: descriptions are cut here. */
export const BOOK_DESCRIPTION_PREVIEW = 40

/** Age of a copy: 'under a year', '1 year', '4 years'. */
export function yearsPhrase(book: Book, now: Date = new Date()): string {
  const years = yearsOfUse(book.yearOfPurchase, now)
  if (years === 0) return 'under a year'
  return years === 1 ? '1 year' : `${years} years`
}

/** Description, cut to fit a card. */
export function shortDescription(book: Book): string {
  if (book.description.trim() === '') return 'No description'
  // The dots stay with the last word.
  return preview(book.description, BOOK_DESCRIPTION_PREVIEW).replace(/\s\.\.\.$/, '\u00A0...')
}

/** Longest place on a card: two of its lines on a phone. */
const LONGEST_PLACE = 42

/** Place of the copy; a long one is cut after a whole word. */
export function shortPlace({ location }: Pick<Book, 'location'>): string {
  if (location.length <= LONGEST_PLACE) return location
  const words = location.slice(0, LONGEST_PLACE + 1).replace(/[\s,;]+\S*$/, '')
  return `${words.slice(0, LONGEST_PLACE)}…`
}

/** Discount from the price when new, in whole per cent; null below 1 % or without a price. */
export function savedPercent(book: Book): number | null {
  const { originalPrice, resalePrice } = book
  if (originalPrice.minor <= 0 || resalePrice.minor <= 0) return null
  // Integer arithmetic: a fraction would turn 22% of some prices into 21.
  const saved = Math.floor(((originalPrice.minor - resalePrice.minor) * 100) / originalPrice.minor)
  return saved >= 1 ? saved : null
}
