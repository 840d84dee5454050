import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * Counts the books that wait to be indexed, `most` of each kind: changed ones; those that a full build has queued; and,
 * until all are queued, those that it has yet to queue.
 */
export async function countWaiting(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT (
      (SELECT count(*) FROM (SELECT FROM search.changes LIMIT ${most}) changed)
      + (SELECT count(*) FROM (
          SELECT FROM search.survey s JOIN search.unindexed u
            ON (u.title, u.book_id) > (s.indexed_title, s.indexed_book) LIMIT ${most}
        ) queued)
      + (SELECT count(*) FROM (
          SELECT FROM books b
          WHERE NOT EXISTS (SELECT FROM search.survey WHERE is_done)
            AND b.id > coalesce((SELECT noted_to FROM search.survey), ${NONE}) AND b.removed_at IS NULL
            AND NOT EXISTS (SELECT FROM search.books s WHERE s.book_id = b.id) LIMIT ${most}
        ) unqueued)
    )::int AS waiting`.execute(db)
  return rows[0]!.waiting
}

/** The latest change in the queue; null where it is empty. */
export async function findLastChange(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM search.changes ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Counts the changes that wait, up to this one. */
export async function countChangesTo(db: Db, last: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM search.changes WHERE id <= ${last}`.execute(db)
  return rows[0]!.waiting
}
