import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import { instantOf, microsecondsOf, type PartBounds, type PartSize, type PartStart } from './dated-books.sql.ts'

export type PartKind = 'books' | 'sellers'

/** A part of the site map, as of the last update. */
export interface PartRow extends PartBounds, PartSize {
  /** Id in its address. */
  id: number
}

interface FlatRow extends PartSize, PartStart {
  part: number
  nextPostedAt: string | null
  nextId: string | null
}

/** All parts of a kind, in order. */
export async function listPartRows(db: Db, kind: PartKind): Promise<PartRow[]> {
  const postedAt = microsecondsOf(sql`p.posted_at`)
  const { rows } = await sql<FlatRow>`
    SELECT p.id AS part, p.entries, p.changed_at AS "changedAt", p.start_id AS id, ${postedAt} AS "postedAt",
      lead(p.start_id) OVER parts AS "nextId", lead(${postedAt}) OVER parts AS "nextPostedAt"
    FROM site_map_parts p WHERE p.kind = ${kind}
    WINDOW parts AS (ORDER BY p.posted_at, p.start_id) ORDER BY p.posted_at, p.start_id`.execute(db)
  return rows.map(({ part, entries, changedAt, id, postedAt: at, nextId, nextPostedAt }) => ({
    id: part,
    entries,
    changedAt,
    start: { id, postedAt: at },
    end: nextId === null || nextPostedAt === null ? null : { id: nextId, postedAt: nextPostedAt },
  }))
}

export async function updatePart(tx: Tx, id: number, { entries, changedAt }: PartSize): Promise<void> {
  await sql`UPDATE site_map_parts SET entries = ${entries}, changed_at = ${changedAt} WHERE id = ${id}`.execute(tx)
}

/** Inserts a part that begins within another, which now ends there. */
export async function insertPart(tx: Tx, kind: PartKind, start: PartStart): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO site_map_parts (kind, posted_at, start_id)
    VALUES (${kind}, ${instantOf(start)}, ${start.id}) RETURNING id`.execute(tx)
  return rows[0]!.id
}
