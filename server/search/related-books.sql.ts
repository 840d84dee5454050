import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Newest copies of a work that are read. With more, an older and cheaper copy may be missed. */
const MOST_COPIES = 200

/** Cheapest copies of a work for sale, except the given book, and how many there are in all. */
export async function listCopiesOf(
  db: Db,
  workId: string | null,
  butFor: string,
  limit: number,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT id, (count(*) OVER ())::int AS count FROM (
      SELECT s.book_id AS id, s.price FROM search.books s
      WHERE s.work_id = ${workId}::uuid AND s.availability = 0 AND s.book_id <> ${butFor}
      ORDER BY s.posted_at DESC LIMIT ${MOST_COPIES}
    ) newest
    ORDER BY price, id LIMIT ${limit}`.execute(db)
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
}

/** Other works of this author, newest first; `butFor` is a work's id. */
export async function listWorksOfAuthor(
  db: Db,
  authorWords: string,
  butFor: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM search.works w
    WHERE left(w.author_words, 200) = left(${authorWords}, 200) AND w.author_words = ${authorWords}
      AND w.for_sale > 0 AND w.id IS DISTINCT FROM ${butFor}::uuid
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of the books that are copies of the work. */
export async function listOfWork(db: Db, workId: string | null, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT book_id AS id FROM search.books
    WHERE book_id = ANY(${ids}::uuid[]) AND work_id = ${workId}::uuid`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
