import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Newest copies of a work that are read. With more, an older and cheaper copy may be missed. */
const MOST_COPIES = 200

/** Cheapest copies of a work for sale, except the given book, and how many there are in all. */
export async function listCopiesOf(
  db: Db,
  key: string,
  butFor: string,
  limit: number,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT id, (count(*) OVER ())::int AS count FROM (
      SELECT s.book_id AS id, s.price FROM search.works w JOIN search.books s ON s.work_id = w.id
      WHERE w.key = ${key} AND s.availability = 0 AND s.book_id <> ${butFor}
      ORDER BY s.posted_at DESC LIMIT ${MOST_COPIES}
    ) newest
    ORDER BY price, id LIMIT ${limit}`.execute(db)
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
}

/** Other works of this author, newest first; `butFor` is a work's key. */
export async function listWorksOfAuthor(db: Db, authorWords: string, butFor: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM search.works w
    WHERE left(w.author_words, 200) = left(${authorWords}, 200) AND w.author_words = ${authorWords}
      AND w.for_sale > 0 AND w.key <> ${butFor}
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
