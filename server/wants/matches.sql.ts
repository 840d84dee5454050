import { sql } from 'kysely'
import { bookColumns } from '#server/books/book.columns.ts'
import type { BookRow } from '#server/books/books.public.ts'
import { sellerColumns } from '#server/accounts/accounts.public.ts'
import { selected } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'

/** Takes queued books to match: how many queue rows, and which books. */
export async function takeFreshBooks(tx: Tx, most: number): Promise<{ taken: number; ids: string[] }> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM fresh_books WHERE ctid = ANY (ARRAY (SELECT ctid FROM fresh_books LIMIT ${most}))
    RETURNING book_id AS id`.execute(tx)
  return { taken: rows.length, ids: [...new Set(rows.map(({ id }) => id))] }
}

const forSale = sql`b.state = 'unsold' AND NOT b.is_paused AND b.removed_at IS NULL AND b.taken_down_at IS NULL`
const book = sql`${selected(bookColumns, 'b')}, ${sellerColumns}`

/** Filters books to those for sale now. */
export async function listForSale(db: Db, ids: readonly string[]): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    SELECT ${book} FROM books b JOIN accounts a ON a.id = b.seller_id
    WHERE b.id = ANY(${ids}::uuid[]) AND ${forSale}`.execute(db)
  return rows
}

/** A saved search to compare. */
export interface SearchToCompare {
  id: string
  accountId: string
  search: string
  often: 'at_once' | 'daily'
}

/** Saved searches whose rarest word is one of these, by id, after a given one. */
export async function listSearchesWith(
  db: Db,
  words: readonly string[],
  afterId: string | null,
  most: number,
): Promise<SearchToCompare[]> {
  const { rows } = await sql<SearchToCompare>`
    SELECT id, account_id AS "accountId", search, often FROM wants
    WHERE key_word = ANY(${words}::text[]) AND often <> 'never' ${afterId === null ? sql`` : sql`AND id > ${afterId}`}
    ORDER BY id LIMIT ${most}`.execute(db)
  return rows
}

/** A match of a saved search. */
export interface Match {
  wantId: string
  accountId: string
  bookId: string
  often: 'at_once' | 'daily'
}

/** Accounts that wait for one of these very copies. */
export async function listWaitingFor(db: Db, bookIds: readonly string[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    SELECT id AS "wantId", account_id AS "accountId", book_id AS "bookId", 'at_once' AS often FROM wants
    WHERE book_id = ANY(${bookIds}::uuid[]) ORDER BY id`.execute(db)
  return rows
}

/** Deletes wants that were fulfilled. */
export async function deleteWaitingFor(tx: Tx, wantIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM wants WHERE id = ANY(${wantIds}::uuid[])`.execute(tx)
}

/** Earliest booked email of each account between two times; by account. */
export async function findWaitingMails(
  db: Db,
  accountIds: readonly string[],
  { after, until }: { after: Date; until: Date },
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ accountId: string; mailAt: Date }>`
    SELECT account_id AS "accountId", min(mail_at) AS "mailAt" FROM want_matches
    WHERE account_id = ANY(${accountIds}::uuid[]) AND mail_at > ${after} AND mail_at <= ${until}
    GROUP BY account_id`.execute(db)
  return new Map(rows.map(({ accountId, mailAt }) => [accountId, mailAt]))
}

/** Inserts matches; returns the accounts with a new match. A book already mailed to the account doesn't count. */
export async function insertMatches(
  tx: Tx,
  matches: readonly Match[],
  mailAtOf: (match: Match) => Date,
): Promise<string[]> {
  const column = (of: (match: Match) => string) => matches.map(of)
  const { rows } = await sql<{ accountId: string }>`
    INSERT INTO want_matches (account_id, book_id, want_id, mail_at)
    SELECT * FROM unnest(${column(({ accountId }) => accountId)}::uuid[], ${column(({ bookId }) => bookId)}::uuid[],
      ${column(({ wantId }) => wantId)}::uuid[], ${column((match) => mailAtOf(match).toISOString())}::timestamptz[])
    ON CONFLICT DO NOTHING RETURNING account_id AS "accountId"`.execute(tx)
  return [...new Set(rows.map(({ accountId }) => accountId))]
}

/** The matches of an email that are still for sale, with the names of the searches that found them. */
export async function listMatchesOf(
  db: Db,
  accountId: string,
  mailAt: Date,
  most: number,
): Promise<(BookRow & { wantName: string | null; search: string | null })[]> {
  const { rows } = await sql<BookRow & { wantName: string | null; search: string | null }>`
    SELECT ${book}, w.name AS "wantName", w.search
    FROM want_matches m JOIN books b ON b.id = m.book_id JOIN accounts a ON a.id = b.seller_id
    LEFT JOIN wants w ON w.id = m.want_id
    WHERE m.account_id = ${accountId} AND m.mail_at = ${mailAt} AND ${forSale}
      AND (a.email_verified OR w.search IS NULL)
    ORDER BY b.created_at DESC, b.id LIMIT ${most}`.execute(db)
  return rows
}
