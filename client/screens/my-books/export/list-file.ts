import type { Book } from '#contract/books/books.ts'
import { priceText } from '#contract/money/currency-digits.ts'

/** The columns of a list of one's own books, by the headings that the import knows. */
const columns: Record<string, (book: Book) => string | number | null | undefined> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  authors: ({ author }) => author,
  state: ({ state, isPaused }) => (state === 'claimed' ? 'reserved' : isPaused ? 'paused' : state),
  price: ({ resalePrice }) => priceText(resalePrice),
  'original price': ({ originalPrice }) => priceText(originalPrice),
  currency: ({ resalePrice }) => resalePrice.currency,
  condition: ({ condition }) => condition,
  category: ({ category }) => category,
  location: ({ location }) => location,
  phone: ({ seller }) => seller.mobileNumber,
  description: ({ description }) => description,
  'year of purchase': ({ yearOfPurchase }) => yearOfPurchase,
  isbn: ({ isbn }) => isbn,
  publisher: ({ publisher }) => publisher,
  'year published': ({ yearPublished }) => yearPublished,
  language: ({ language }) => language,
  binding: ({ binding }) => binding,
  listed: ({ postedAt }) => postedAt.toISOString(),
}

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as it stands in the file; an apostrophe keeps a spreadsheet from counting, and the import takes it away. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** A list of books as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function listFile(books: readonly Book[]): string {
  const rows = [Object.keys(columns), ...books.map((book) => Object.values(columns).map((read) => read(book)))]
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
