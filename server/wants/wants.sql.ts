import { sql } from 'kysely'
import type { Often } from '#contract/wants/wants.ts'
import { descending, pageParts, timestampKey, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

const selection = {
  id: sql<string>`w.id`,
  name: sql<string>`coalesce(b.title, w.name)`,
  search: sql<string | null>`w.search`,
  bookId: sql<string | null>`w.book_id`,
  often: sql<Often>`w.often`,
  since: sql<Date>`w.created_at`,
}
export type WantRow = SelectedRow<typeof selection>
const columns = select(selection)

export const latestFirst = descending(timestampKey(sql`w.created_at`))

/** Lists limit + 1 wants of an account. */
export async function listWantRows(db: Db, accountId: string, keyset: KeysetPage): Promise<(WantRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`w.id`)
  const { rows } = await sql<WantRow & WithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM wants w LEFT JOIN books b ON b.id = w.book_id
    WHERE w.account_id = ${accountId} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function countWants(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM wants WHERE account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

/** An account's want of the same search or book. */
export async function findSameWant(
  db: Db,
  accountId: string,
  of: { search: string } | { bookId: string },
): Promise<string | null> {
  const same = 'search' in of ? sql`search = ${of.search}` : sql`book_id = ${of.bookId}`
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM wants WHERE account_id = ${accountId} AND ${same}`.execute(db)
  return rows[0]?.id ?? null
}

/** Inserts a want; the account's lock prevents duplicates. */
export async function insertWant(
  tx: Tx,
  accountId: string,
  want: { search: string | null; keyWord: string | null; bookId: string | null; name: string; often: Often; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO wants (account_id, search, key_word, book_id, name, often, created_at)
    VALUES (${accountId}, ${want.search}, ${want.keyWord}, ${want.bookId}, ${want.name}, ${want.often}, ${want.now})
    RETURNING id`.execute(tx)
  return rows[0]!.id
}

/** False where the account has no such want. */
export async function updateWant(
  db: Db,
  accountId: string,
  id: string,
  { name, often }: { name: string; often: Often },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE wants SET name = ${name}, often = ${often} WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** False where the account has no such want. */
export async function deleteWant(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM wants WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes the match with a book, so that an account that waits for it again is mailed again. */
export async function forgetMatch(tx: Tx, accountId: string, bookId: string): Promise<void> {
  await sql`DELETE FROM want_matches WHERE account_id = ${accountId} AND book_id = ${bookId}`.execute(tx)
}

/** Deletes an account's wants from before a moment, with their matches. */
export async function deleteWantsUntil(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await sql`DELETE FROM wants WHERE account_id = ${accountId} AND created_at <= ${until}`.execute(tx)
  await sql`DELETE FROM want_matches WHERE account_id = ${accountId} AND want_id IS NULL`.execute(tx)
}
