import type { BookCount } from '#contract/books/book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { MOST_OWN_COUNTED, type MyListing, type MyBookFilter } from '#contract/books/my-book-calls.ts'
import type { Page } from '#contract/call.ts'
import { MOST_COUNTED } from '#contract/list-limits.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { BookSort, MyBookSort } from '#contract/sorts.ts'
import { findCategory } from '#server/categories/categories.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { bookOrderings, myBookOrderings } from './book-orderings.sql.ts'
import { shapeBook } from './books.public.ts'
import { shapeListing } from './books.shape.ts'
import { countBookRows, findVisibleBook, listAdvertisedRows, listBookRows, type BookFilter } from './books.sql.ts'

import { countBookRowsOfSeller, listBookRowsOfSeller } from './own-list.sql.ts'

const MOST_ADVERTISED = 24
type ReadServices = Pick<Services, 'db'>

/** One page of the public books. Sorted by price it lists only those for sale, because that order has an index. */
export async function listBooks(
  services: ReadServices,
  filter: BookFilter,
  page: PageRequest<BookSort>,
): Promise<Page<Book>> {
  if (filter.available === 'all' && page.sort !== 'newest') {
    refuse('invalid_input', 'Sold books are listed newest first only.', [
      { field: 'sort', message: 'with available=all, sort is newest' },
    ])
  }
  const rows = await listBookRows(services.db, filter, keysetOf(page, bookOrderings[page.sort]))
  return pageOf(rows, page, shapeBook)
}

/** The same for a category; null when there is no such category. */
export async function findBooksOfCategory(
  services: ReadServices,
  filter: BookFilter & { category: string },
  page: PageRequest<BookSort>,
): Promise<Page<Book> | null> {
  const [category, books] = await Promise.all([
    findCategory(services.db, filter.category),
    listBooks(services, filter, page),
  ])
  return category && books
}

/** Counts these books for sale; null when there is no such category. */
export async function countBooks(services: ReadServices, of: BooksOf = {}): Promise<BookCount | null> {
  const { category } = of
  if (category !== undefined && !(await findCategory(services.db, category))) return null
  return upTo(MOST_COUNTED, await countBookRows(services.db, of, MOST_COUNTED + 1))
}

/** One page of a seller's own books. */
export async function listBooksOfSeller(
  services: ReadServices,
  sellerId: string,
  filter: MyBookFilter,
  page: PageRequest<MyBookSort>,
): Promise<Page<MyListing>> {
  const keyset = keysetOf(page, myBookOrderings[page.sort])
  const rows = await listBookRowsOfSeller(services.db, sellerId, filter, keyset)
  return pageOf(rows, page, shapeListing)
}

/** Counts a seller's own books. */
export async function countBooksOfSeller(
  services: ReadServices,
  sellerId: string,
  filter: MyBookFilter,
): Promise<BookCount> {
  return upTo(MOST_OWN_COUNTED, await countBookRowsOfSeller(services.db, sellerId, filter, MOST_OWN_COUNTED + 1))
}

const upTo = (most: number, found: number): BookCount => ({ count: Math.min(found, most), orMore: found > most })

/** The strip of advertised books, in an order that depends on the catalogue alone. */
export async function listAdvertisedBooks(services: ReadServices): Promise<Book[]> {
  return (await listAdvertisedRows(services.db, MOST_ADVERTISED)).map(shapeBook)
}

/** Finds a visible book; null otherwise. */
export async function findBook(services: ReadServices, id: string): Promise<Book | null> {
  const row = await findVisibleBook(services.db, id)
  return row && shapeBook(row)
}

/** The same, refused where it is missing. */
export async function getBook(services: ReadServices & Refuses<'not_found'>, id: string): Promise<Book> {
  return (await findBook(services, id)) ?? services.refuse('not_found', 'This book is no longer in the shop.')
}
