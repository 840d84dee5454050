import { sql } from 'kysely'
import { sellerColumns } from '#server/accounts/accounts.public.ts'
import { bookColumns } from '#server/books/book.columns.ts'
import { isBookVisible, type BookRow } from '#server/books/books.public.ts'
import { selected } from '#server/database/columns.ts'
import { descending, pageParts, timestampKey, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'

export const latestFirst = descending(timestampKey(sql`f.added_at`))

/** Lists limit + 1 of an account's visible favourites. */
export async function listFavouriteRows(
  db: Db,
  accountId: string,
  keyset: KeysetPage,
): Promise<(BookRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`f.book_id`)
  const { rows } = await sql<BookRow & WithSortKeys>`
    SELECT ${selected(bookColumns, 'b')}, ${sellerColumns}, ${page.columns}
    FROM favourites f JOIN books b ON b.id = f.book_id JOIN accounts a ON a.id = b.seller_id
    WHERE f.account_id = ${accountId} AND ${isBookVisible('b')} ${page.andAfter}
    ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function listIdsOfFavourites(db: Db, accountId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT book_id AS id FROM favourites WHERE account_id = ${accountId}
    ORDER BY added_at DESC, book_id DESC LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a book is a favourite. */
export async function hasFavourite(db: Db, accountId: string, bookId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM favourites WHERE account_id = ${accountId} AND book_id = ${bookId}`.execute(db)
  return rows.length > 0
}

/** Counts an account's favourites, those that left the shop included. */
export async function countFavourites(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    SELECT count(*)::int AS kept FROM favourites WHERE account_id = ${accountId}`.execute(db)
  return rows[0]!.kept
}

/** Makes room by deleting favourites whose book can't be seen any more. */
export async function dropGoneFavourites(tx: Tx, accountId: string): Promise<void> {
  await sql`
    DELETE FROM favourites f USING books b
    WHERE f.account_id = ${accountId} AND b.id = f.book_id AND NOT ${isBookVisible('b')}`.execute(tx)
}

/** Inserts the visible books as favourites, the first as the latest; the account's row is locked. */
export async function insertFavourites(tx: Tx, accountId: string, bookIds: string[], now: Date): Promise<void> {
  await sql`
    INSERT INTO favourites (account_id, book_id, added_at)
    SELECT ${accountId}, b.id, ${now}::timestamptz - given.place * interval '1 millisecond'
    FROM unnest(${bookIds}::uuid[]) WITH ORDINALITY AS given (id, place) JOIN books b ON b.id = given.id
    WHERE ${isBookVisible('b')}
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function deleteFavourite(db: Db, accountId: string, bookId: string): Promise<void> {
  await sql`DELETE FROM favourites WHERE account_id = ${accountId} AND book_id = ${bookId}`.execute(db)
}

export async function deleteFavouritesUntil(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await sql`DELETE FROM favourites WHERE account_id = ${accountId} AND added_at <= ${until}`.execute(tx)
}
