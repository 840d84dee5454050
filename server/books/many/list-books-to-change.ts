import type { Page } from '#contract/call.ts'
import { MOST_CHANGED_AT_ONCE } from '#contract/books/change-of-price.ts'
import type { BookToChange, ManyChange } from '#contract/books/many-books.ts'
import type { MyBookFilter } from '#contract/books/my-book-calls.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { myBookOrderings } from '../book-orderings.sql.ts'
import { listBookRowsOfSeller } from '../own-list.sql.ts'
import { judgeChange } from './change-books.ts'

interface Asked extends MyBookFilter {
  change: ManyChange
  cursor?: string | undefined
}

/**
 * Which of a seller's own books a change of the whole list is about, page by page; writes nothing. Pages go by when a
 * book was listed, so that changing the books of one leaves the next as it was, and what is listed meanwhile is in none.
 */
export async function listBooksToChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  { change, cursor, ...filter }: Asked,
): Promise<Page<BookToChange>> {
  const now = clock.now()
  const page = { limit: MOST_CHANGED_AT_ONCE, cursor, sort: 'newest' as const }
  const rows = await listBookRowsOfSeller(db, sellerId, filter, keysetOf(page, myBookOrderings.newest))
  const { items, next } = pageOf(rows, page, (book) => ({ book: book.id, verdict: judgeChange(change, book, now) }))
  return {
    next,
    items: items.flatMap(({ book, verdict }) =>
      verdict === 'same' ? [] : [{ book, reason: verdict === 'change' ? null : verdict.reason }],
    ),
  }
}
