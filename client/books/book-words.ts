import type { Book } from '#contract/books/books.ts'
import { yearsOfUse, preview } from '#contract/wording.ts'

/** §9: descriptions are cut here. */
const BOOK_DESCRIPTION_PREVIEW = 40

const firstLetters = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 3).join('').toUpperCase()

/** 'NOV · IVE': category and writer, as a library would mark the copy; no year, since nobody said when it was published. */
export function callNumber(book: Book): string {
  const surname =
    book.author
      .split(/\s+(?:and|&)\s+|[,;]/)[0]
      ?.trim()
      .split(/\s+/)
      .at(-1) ?? ''
  return [book.category ?? '', surname].map(firstLetters).filter(Boolean).join(' · ')
}

/** 'under a year', '1 year', '4 years', as of now. */
export function yearsPhrase(book: Book, now: Date = new Date()): string {
  const years = yearsOfUse(book.yearOfPurchase, now)
  if (years === 0) return 'under a year'
  return years === 1 ? '1 year' : `${years} years`
}

/** The description as far as a card has room for it. */
export function shortDescription(book: Book): string {
  return book.description.trim() === '' ? 'No description' : preview(book.description, BOOK_DESCRIPTION_PREVIEW)
}

/** How much less than when it was new, in whole per cent; null where that is nothing to speak of, or no price yet. */
export function savedPercent(book: Book): number | null {
  const { originalPrice, resalePrice } = book
  if (originalPrice.minor <= 0 || resalePrice.minor <= 0) return null
  // In whole numbers: the ratio as a fraction would make 22% of some prices 21.
  const saved = Math.floor(((originalPrice.minor - resalePrice.minor) * 100) / originalPrice.minor)
  return saved >= 1 ? saved : null
}
