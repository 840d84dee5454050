import { sql } from 'kysely'
import { bookFacts } from '#contract/books/book-facts.ts'
import type { Book } from '#contract/books/books.ts'
import { pickFacts } from '#contract/wire-facts.ts'
import { hidesListings, sellerColumns, type ShownSeller } from '#server/accounts/accounts.public.ts'
import { buckets } from '#server/database/buckets/buckets.ts'
import { reading } from '#server/database/buckets/shown-buckets.ts'
import { selected } from '#server/database/columns.ts'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { bookColumns, type StoredBook } from './book.columns.ts'

/** A stored book with the public facts of its seller. */
export interface BookRow extends StoredBook, ShownSeller {}

/** Book row → contract, for the public: without the seller's contacts. */
export function shapeBook(row: BookRow): Book {
  const { currency } = row
  return {
    ...pickFacts(bookFacts, row),
    id: row.id,
    originalPrice: { minor: row.originalPrice, currency },
    resalePrice: { minor: row.resalePrice, currency },
    ...(row.wasPrice !== null && { wasPrice: { minor: row.wasPrice, currency } }),
    postedAt: row.postedAt,
    seller: { id: row.sellerId, name: row.sellerName, emailVerified: row.sellerEmailVerified },
    state: row.state,
    isPaused: row.isPaused && row.state === 'unsold',
    isAdvertised: row.isAdvertised,
    images: row.images,
  }
}

/** The same with the seller's contacts, for the seller, the other side of an order, and the admin. */
export function shapeBookWithContacts(row: BookRow): Book {
  const book = shapeBook(row)
  return {
    ...book,
    seller: { ...book.seller, email: row.sellerEmail, mobileNumber: row.mobileNumber },
  }
}

/** Buckets of books as lists show them, with their sellers' names. */
export const bucketsOfBooks = (rows: readonly Pick<BookRow, 'id' | 'sellerId'>[]): string[] =>
  rows.flatMap(({ id, sellerId }) => [buckets.book(id), buckets.name(sellerId)])

/** Finds these books if lists may show them, sold ones too. */
export async function findListedBooks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BookRow>> {
  const find = async () =>
    await sql<BookRow>`
    ${preparedStatement} SELECT ${selected(bookColumns, 'b')}, ${sellerColumns} FROM books b JOIN accounts a ON a.id = b.seller_id
    WHERE b.id = ANY(${ids}::uuid[]) AND b.removed_at IS NULL AND b.taken_down_at IS NULL
      AND (b.state <> 'unsold' OR NOT b.is_paused)`.execute(db)
  const { rows } = await reading(find, (found) => [...ids.map(buckets.book), ...bucketsOfBooks(found.rows)])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Whether a book joined under this alias is visible: for sale, reserved or sold, even off its seller's list; not while
 * taken down.
 */
export const isBookVisible = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`((${of('removed_at')} IS NULL OR ${of('state')} = 'sold') AND ${of('taken_down_at')} IS NULL)`
}

/** Soft-deletes all of a seller's books but the reserved ones. */
export async function removeBooksOfSeller(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await sql`UPDATE books SET removed_at = ${now} WHERE seller_id = ${sellerId} AND state = 'unsold' AND removed_at IS NULL`.execute(
    tx,
  )
}

/** Whether a seller has ever listed a book. */
export async function hasListedBooks(db: Db, sellerId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM books WHERE seller_id = ${sellerId} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Deletes every book of these accounts; no orders on them are left. */
export async function deleteBooksOf(tx: Tx, sellerIds: string[]): Promise<void> {
  await sql`DELETE FROM books WHERE seller_id = ANY(${sellerIds}::uuid[])`.execute(tx)
}

/** Erases the telephone number from a seller's books. */
export async function forgetNumberOfSeller(tx: Tx, sellerId: string): Promise<void> {
  await sql`UPDATE books SET mobile_number = '' WHERE seller_id = ${sellerId} AND mobile_number <> ''`.execute(tx)
}

/** Ends a seller's imports from before a moment, and erases their file names. The books don't change. */
export async function forgetImports(tx: Tx, sellerId: string, until: Date | 'infinity', now: Date): Promise<void> {
  await sql`
    UPDATE imports SET file_name = '', taken_back_at = coalesce(taken_back_at, ${now}), removed = coalesce(removed, 0)
    WHERE seller_id = ${sellerId} AND begun_at <= ${until}`.execute(tx)
  await sql`DELETE FROM brought_lists WHERE seller_id = ${sellerId} AND brought_at <= ${until}`.execute(tx)
}

/** Soft-deletes an account's unclaimed listings from before a moment. */
export async function takeOffListings(db: Db, accountId: string, until: Date, now: Date): Promise<void> {
  await sql`
    UPDATE books SET removed_at = ${now}
    WHERE seller_id = ${accountId} AND state = 'unsold' AND removed_at IS NULL AND created_at <= ${until}`.execute(db)
}

/** Whether a book `b` is withheld from sale in any state: by its seller's account `a`, or by itself. */
const isHidden = sql`(${hidesListings('a')} OR b.taken_down_at IS NOT NULL OR b.paused_at IS NOT NULL)`

/**
 * Recomputes whether each of a seller's books is hidden, sold and deleted ones too, because each may be for sale again.
 * The account is locked. Returns the number changed.
 */
export async function settlePaused(tx: Tx, sellerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE books b SET is_paused = ${isHidden} FROM accounts a
    WHERE a.id = b.seller_id AND b.seller_id = ${sellerId} AND b.is_paused <> ${isHidden}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Whether an account has an unsold book, hidden or reserved ones included. */
export async function hasUnsoldBooks(db: Db, sellerId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM books WHERE seller_id = ${sellerId} AND state <> 'sold' AND removed_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Whether an account's own list has books, in any state. */
export async function hasBooksInList(db: Db, sellerId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM books WHERE seller_id = ${sellerId} AND removed_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The currency of the newest copy that is for sale; null for none. */
export async function findCurrency(db: Db): Promise<string | null> {
  const { rows } = await sql<{ currency: string }>`
    SELECT currency FROM books WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.currency ?? null
}
