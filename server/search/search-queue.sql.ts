import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/** Takes the latest of the changed books from the queue. */
export async function takeChanges(tx: Tx, most: number): Promise<{ taken: number; ids: string[] }> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM search.changes WHERE id IN (SELECT id FROM search.changes ORDER BY id DESC LIMIT ${most})
    RETURNING book_id AS id`.execute(tx)
  return { taken: rows.length, ids: [...new Set(rows.map(({ id }) => id))] }
}

/** Takes the next books that were never indexed, in order of title, once all are queued. */
export async function takeUnindexed(tx: Tx, most: number): Promise<{ taken: number; ids: string[] }> {
  const { rows } = await sql<{ id: string }>`
    WITH next AS (${nextUnindexed(most)}), last AS (
      UPDATE search.survey SET (indexed_title, indexed_book) = ROW (next.title, next.book_id)
      FROM (SELECT title, book_id FROM next ORDER BY title DESC, book_id DESC LIMIT 1) next
    )
    SELECT book_id AS id FROM next`.execute(tx)
  if (rows.length < most && (await isSurveyDone(tx))) await sql`TRUNCATE search.unindexed`.execute(tx)
  return { taken: rows.length, ids: rows.map(({ id }) => id) }
}

/** The next books in order of title. The place is read before all else: joined, each book before it would be compared. */
export const nextUnindexed = (most: number): RawBuilder<unknown> => {
  const place = (column: string) => sql`(SELECT ${sql.ref(column)} FROM search.survey WHERE is_done)`
  return sql`SELECT title, book_id FROM search.unindexed
    WHERE (title, book_id) > (${place('indexed_title')}, ${place('indexed_book')}) ORDER BY title, book_id LIMIT ${most}`
}

/** Queues the next books as not yet indexed. Books listed meanwhile are queued as changes. */
export async function noteUnindexed(tx: Tx, most: number): Promise<{ noted: number; isDone: boolean }> {
  const { rows } = await sql<{ noted: number; isDone: boolean }>`
    WITH before AS (
      SELECT coalesce((SELECT noted_to FROM search.survey), '00000000-0000-0000-0000-000000000000') AS noted_to
    ), next AS (
      SELECT id, lower(left(title, 40)) AS title FROM books WHERE id > (SELECT noted_to FROM before) ORDER BY id LIMIT ${most}
    ), noted AS (
      INSERT INTO search.unindexed (title, book_id) SELECT title, id FROM next ORDER BY title COLLATE "C"
      ON CONFLICT DO NOTHING
    )
    INSERT INTO search.survey AS s (noted_to, is_done)
    SELECT coalesce((SELECT id FROM next ORDER BY id DESC LIMIT 1), (SELECT noted_to FROM before)),
      (SELECT count(*) FROM next) < ${most}
    ON CONFLICT ((true)) DO UPDATE SET (noted_to, is_done) = ROW (EXCLUDED.noted_to, EXCLUDED.is_done)
    RETURNING (SELECT count(*)::int FROM next) AS noted, is_done AS "isDone"`.execute(tx)
  return rows[0]!
}

/** Whether all books from before the search have been queued. */
export async function isSurveyDone(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM search.survey WHERE is_done`.execute(db)
  return rows.length > 0
}

/** Whether any book waits to be indexed. */
export async function findChanges(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT WHERE EXISTS (SELECT FROM search.changes) OR EXISTS (SELECT FROM search.unindexed)`.execute(db)
  return rows.length > 0
}
