import type { ListColumn } from './list-row.ts'

/**
 * By which headings a column is known: ours, those of common exports (Goodreads, LibraryThing, AbeBooks), whatever
 * their case. Where a file has several of one column's headings, the first in this list counts whose cell says something.
 */
const HEADINGS: Record<ListColumn, readonly string[]> = {
  title: ['title', 'book name', 'book title'],
  authors: ['authors', 'author', 'book writer', 'writer', 'primary author'],
  isbn: ['isbn13', 'isbn 13', 'ean', 'isbn', 'isbn10', 'isbn 10', 'isbns'],
  price: ['price', 'resale price', 'asking price', 'selling price'],
  originalPrice: ['original price', 'price new', 'list price'],
  condition: ['condition', 'condition type', 'book condition'],
  category: ['category', 'category name'],
  location: ['location', 'meeting place'],
  phone: ['phone', 'mobile number', 'mobile', 'phone number', 'telephone'],
  description: ['description'],
  yearOfPurchase: ['year of purchase', 'purchase year', 'year bought', 'acquired'],
  published: ['published', 'year published', 'publication year', 'publication date', 'date'],
  firstPublished: ['first published', 'original publication year', 'year'],
  publisher: ['publisher', 'publisher name'],
  language: ['language', 'languages'],
  binding: ['binding', 'binding text', 'format', 'media'],
}

/** 'Original_Price', 'originalPrice' and 'ORIGINAL PRICE' are one heading; so are 'ISBN-13' and 'isbn13'. */
function plain(heading: string): string {
  return heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')
    .trim()
}
const squeezed = (heading: string) => plain(heading).replaceAll(' ', '')

/** One of our columns, and at which place of a line it stands. */
export interface ColumnPlace {
  column: ListColumn
  place: number
  /** As the file has it. */
  heading: string
}

/** Where our columns stand, by a header; of several for one column the one that counts first comes first. */
export function columnsOf(header: readonly string[]): ColumnPlace[] {
  const headings = header.map(squeezed)
  return (Object.entries(HEADINGS) as [ListColumn, readonly string[]][]).flatMap(([column, names]) =>
    names
      .map((name) => ({ column, place: headings.indexOf(name.replaceAll(' ', '')) }))
      .filter(({ place }) => place >= 0)
      .map((found) => ({ ...found, heading: header[found.place]!.trim() })),
  )
}
