import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'
import type { PageRequest } from '#contract/paging.ts'
import { findCategory } from '#server/categories/categories.sql.ts'
import { pageOf, readCursor } from '#server/http/cursor.ts'
import type { Services } from '#server/services.ts'
import { shapeBook, shapeBookWithContacts } from './books.shape.ts'
import {
  findVisibleBook,
  listAdvertisedRows,
  listBookRows,
  listBookRowsOfSeller,
  type BookFilter,
  type BookRow,
} from './books.sql.ts'

const MOST_ADVERTISED = 24
type ReadServices = Pick<Services, 'db'>

const placeOf = (row: BookRow) => ({ at: row.postedAtExact, id: row.id })

/** One page of the books anyone may see, newest first. */
export async function listBooks(
  services: ReadServices,
  filter: BookFilter,
  { limit, cursor }: PageRequest,
): Promise<Page<Book>> {
  const rows = await listBookRows(services.db, filter, limit, readCursor(cursor))
  return pageOf(rows, limit, placeOf, shapeBook)
}

/** The same for one category; null when there is no such category. */
export async function findBooksOfCategory(
  services: ReadServices,
  filter: BookFilter & { category: string },
  page: PageRequest,
): Promise<Page<Book> | null> {
  return (await findCategory(services.db, filter.category)) ? listBooks(services, filter, page) : null
}

/** One page of a seller's own books. */
export async function listBooksOfSeller(
  services: ReadServices,
  sellerId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<Book>> {
  const rows = await listBookRowsOfSeller(services.db, sellerId, limit, readCursor(cursor))
  return pageOf(rows, limit, placeOf, shapeBookWithContacts)
}

/** The strip of advertised books; an order that depends on the catalogue alone. */
export async function listAdvertisedBooks(services: ReadServices): Promise<Book[]> {
  return (await listAdvertisedRows(services.db, MOST_ADVERTISED)).map(shapeBook)
}

/** One book that can be seen; null otherwise. */
export async function findBook(services: ReadServices, id: string): Promise<Book | null> {
  const row = await findVisibleBook(services.db, id)
  return row && shapeBook(row)
}

/** The same, where a missing one is refused. */
export async function getBook(services: ReadServices, id: string): Promise<Book> {
  return (await findBook(services, id)) ?? refuse('not_found', 'This book is not in the shop any more.')
}
