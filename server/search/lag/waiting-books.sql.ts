import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** What is looked for among books that aren't indexed yet. */
export interface AskedOfBooks {
  isbn: string | null
  /** Normalized words; each is part of the title or author. */
  words: readonly string[]
  /** Beginnings of titles, in small letters. */
  beginnings: readonly string[]
}

/** Books read: the newest for sale, the changes that wait longest, and the queued titles of each beginning. */
const MOST_NEWEST = 1000
const MOST_CHANGES = 1000
const MOST_TITLES = 300
const MOST_FOUND = 100

/** Combining marks and apostrophes, which normalized words don't have. */
const MARKS = `${String.fromCodePoint(...Array.from({ length: 0x30 }, (_, at) => 0x0300 + at))}'’ʼ‘\``
/** A book's text with normalized words; most texts are ASCII, for which less has to be done. */
const normalized = sql`CASE WHEN octet_length(b.text) = length(b.text) THEN replace(lower(b.text), '''', '')
  ELSE normalize(translate(lower(normalize(b.text, NFKD)), ${MARKS}, ''), NFC) END`

/**
 * Lists books for sale that have these words and aren't in the index, the newest first. Reads the books themselves, a
 * bounded number of them.
 */
export async function listWaitingBooks(db: Db, { isbn, words, beginnings }: AskedOfBooks): Promise<string[]> {
  const read =
    isbn === null
      ? sql`(SELECT id FROM books WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused
          ORDER BY created_at DESC, id DESC LIMIT ${MOST_NEWEST})
        UNION (SELECT book_id FROM search.changes ORDER BY id LIMIT ${MOST_CHANGES})
        UNION (SELECT u.book_id FROM unnest(${beginnings}::text[]) AS given(title) CROSS JOIN LATERAL (
          SELECT book_id FROM search.unindexed u
          WHERE u.title >= given.title COLLATE "C" AND u.title < (given.title || U&'\\+10FFFF') COLLATE "C"
          ORDER BY u.title LIMIT ${MOST_TITLES}) u)`
      : sql`SELECT id FROM books WHERE isbn = ${isbn} AND taken_down_at IS NULL ORDER BY created_at DESC LIMIT ${MOST_FOUND}`
  const isFit = isbn === null ? sql`${normalized} LIKE ALL (${words.map((word) => `%${word}%`)}::text[])` : sql`true`
  // Nested loop, book by book: otherwise PostgreSQL compares the texts of all books.
  const { rows } = await sql<{ id: string }>`
    SELECT b.id FROM (
      SELECT read.id FROM (${read}) read(id)
      WHERE NOT EXISTS (SELECT FROM search.books s WHERE s.book_id = read.id) OFFSET 0
    ) read CROSS JOIN LATERAL (
      SELECT b.id, b.created_at, b.title || ' ' || b.author AS text FROM books b
      WHERE b.id = read.id AND b.state = 'unsold' AND b.removed_at IS NULL AND NOT b.is_paused OFFSET 0
    ) b WHERE ${isFit} ORDER BY b.created_at DESC, b.id DESC LIMIT ${MOST_FOUND}`.execute(db)
  return rows.map(({ id }) => id)
}
