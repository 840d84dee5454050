import { sql, type RawBuilder } from 'kysely'
import type { MyBookFilter, MyBookState } from '#contract/books/my-book-calls.ts'
import type { KeysetPage } from '#server/database/ordering.ts'
import type { Db } from '#server/database/schema.ts'
import type { OwnBook } from './book.columns.ts'
import { ownColumns, pageWhere, type BookRowWithSortKeys } from './books.sql.ts'

/** Maximum words of a search; more find nothing. */
const MOST_WORDS = 12

/** Normalizes accents and case, so that "emile" finds "Émile". Skips plain ASCII, which takes a tenth of the time. */
const plain = (
  text: RawBuilder<unknown>,
) => sql`lower(CASE WHEN octet_length(${text}) = char_length(${text}) THEN ${text}
  ELSE regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g') END)`

const ofState: Record<MyBookState, RawBuilder<unknown>> = {
  unsold: sql`b.state = 'unsold' AND NOT b.is_paused`,
  reserved: sql`b.state = 'claimed'`,
  sold: sql`b.state = 'sold'`,
  paused: sql`b.state = 'unsold' AND b.is_paused AND b.taken_down_at IS NULL`,
  'taken-down': sql`b.taken_down_at IS NOT NULL`,
  advertised: sql`b.state = 'unsold' AND b.is_advertised AND b.taken_down_at IS NULL`,
}

/** Normalizes each word once and each book's text once for all words, because that is the slow part. */
const hasEach = (words: readonly string[]) => sql`EXISTS (
  SELECT FROM (SELECT ${plain(sql`said`)} AS text FROM (SELECT concat_ws(' ', b.title, b.author, b.isbn) AS said OFFSET 0) once
    OFFSET 0) said
  WHERE ${sql.join(
    words.map((word) => sql`strpos(said.text, (SELECT ${plain(sql`${word}::text`)})) > 0`),
    sql` AND `,
  )})`

/** Filtered books of a seller's own list, sold ones included. */
function ownBooks(sellerId: string, { search = '', state }: MyBookFilter): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return sql.join(
    [
      sql`b.seller_id = ${sellerId} AND b.removed_at IS NULL`,
      ...(state ? [ofState[state]] : []),
      ...(words.length > 0 ? [hasEach(words)] : []),
    ],
    sql` AND `,
  )
}

/** Lists limit + 1 rows in the requested order, to know whether a next page exists. */
export async function listBookRowsOfSeller(
  db: Db,
  sellerId: string,
  filter: MyBookFilter,
  keyset: KeysetPage,
): Promise<(BookRowWithSortKeys & OwnBook)[]> {
  const page = pageWhere<BookRowWithSortKeys & OwnBook>(ownColumns, ownBooks(sellerId, filter), keyset)
  return (await page.execute(db)).rows
}

/** Counts these books, up to `most`. */
export async function countBookRowsOfSeller(
  db: Db,
  sellerId: string,
  filter: MyBookFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM (
      SELECT FROM books b WHERE ${ownBooks(sellerId, filter)} LIMIT ${most}
    ) counted`.execute(db)
  return rows[0]!.found
}
