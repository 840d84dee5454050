import { sql } from 'kysely'
import type { ShownBook } from '#contract/books/shown-book.ts'
import { snapshotColumns } from '#server/books/book.columns.ts'
import { asJson, rowFromJson, type RowOf } from '#server/database/columns.ts'

/** The listing as it was when the copy was claimed; no contacts in it. */
export type BookSnapshot = RowOf<typeof snapshotColumns>

/** Title of an order whose snapshot can't be read. */
const NO_TITLE = 'Unknown book'

/** A snapshot's title, of an order `o`. */
export const snapshotTitle = sql`coalesce(o.book_snapshot ->> 'title', ${sql.lit(NO_TITLE)})`

/** What a row shows of the snapshot of an order `o`: as `ShownBook`. */
export const snapshotShown = sql<ShownBook>`jsonb_build_object('id', o.book_id, 'title', ${snapshotTitle},
  'author', coalesce(o.book_snapshot ->> 'author', ''),
  'images', jsonb_path_query_array(o.book_snapshot, 'lax $.images[0]'))`

/**
 * SQL for the snapshot of a book's row, stored for good. It has the columns of `snapshotColumns`; `version` is for
 * changes that a default can't express.
 */
export const newSnapshot = sql`jsonb_build_object('version', 1) || ${asJson(snapshotColumns)}`

/**
 * Parses a stored snapshot, of whatever version: from before versions were written, or from a later one with more
 * fields. Missing or unreadable fields fall back to the order's own, or to empty, so that the order and its list stay
 * readable.
 */
export function readSnapshot(
  stored: unknown,
  order: { amount: number; currency: string; orderedAt: Date },
): BookSnapshot {
  return rowFromJson(snapshotColumns, stored, {
    title: NO_TITLE,
    originalPrice: order.amount,
    resalePrice: order.amount,
    currency: order.currency,
    yearOfPurchase: order.orderedAt.getUTCFullYear(),
    postedAt: order.orderedAt,
  })
}
