import { sql } from 'kysely'
import { snapshotColumns } from '#server/books/book.columns.ts'
import { asJson, rowFromJson, type RowOf } from '#server/database/columns.ts'

/** The listing as it was when the copy was claimed; no contacts in it. */
export type BookSnapshot = RowOf<typeof snapshotColumns>

/** What an order calls its book where its snapshot can't be read. */
const NO_TITLE = 'Unknown book'

/** A snapshot's title, of an order `o`. */
export const snapshotTitle = sql`coalesce(o.book_snapshot ->> 'title', ${sql.lit(NO_TITLE)})`

/**
 * The snapshot of a row of books, as it is kept: for good, whatever becomes of the book. It has the columns that
 * `snapshotColumns` names; the version is for a change that a default can't express.
 */
export const newSnapshot = sql`jsonb_build_object('version', 1) || ${asJson(snapshotColumns)}`

/**
 * Parses what an order keeps of its book, written by whatever version of this program: one from before versions were
 * written down, or a later one that knows more. What is missing or can't be read is what the order knows, or empty, so
 * that an order stays readable, and the list that it stands in.
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
