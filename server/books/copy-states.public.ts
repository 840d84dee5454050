import { sql, type RawBuilder } from 'kysely'
import type { Book } from '#contract/books/books.ts'

/* SQL fragments for an order's transition: they update the copy in the same statement. */

/** Claims an available copy for a buyer; returns the whole row, or none. */
export const takeCopy = (bookId: string, buyerId: string, state: Book['state']) => sql`
  UPDATE books SET state = ${sql.lit(state)}
  WHERE id = ${bookId} AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused AND seller_id <> ${buyerId}
  RETURNING *`

/** Updates the copies of `moved`, a CTE with their `book_id`. */
export const setCopyState = (state: Book['state']) =>
  sql`UPDATE books SET state = ${state} FROM moved WHERE books.id = moved.book_id`

/** Puts released copies up for sale again, unless their seller's account is closed, or keeps them back. */
export function freeCopies(bookIds: RawBuilder<unknown>, now: Date, isKeptBack = false): RawBuilder<unknown> {
  const pause = isKeptBack ? sql`, is_paused = true, paused_at = coalesce(b.paused_at, ${now}::timestamptz)` : sql``
  return sql`
    UPDATE books b SET state = 'unsold', removed_at = CASE WHEN a.closed_at IS NULL THEN b.removed_at ELSE ${now}::timestamptz END${pause}
    FROM accounts a WHERE b.id IN (${bookIds}) AND b.state <> 'unsold' AND a.id = b.seller_id`
}
