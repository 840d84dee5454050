import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * SQL condition that no row shows an upload `i`. The nouns with pictures stand above this one, so callers pass it:
 * `isUnusedPicture` of the views.
 */
export type IsUnused = RawBuilder<unknown>

/**
 * Reserves uploads that are about to be shown, and counts those of this account. The cleanup spares them for a day,
 * until the row that shows them is written; an upload already leaving counts as missing.
 */
export async function reserveUploads(db: Db, ownerId: string, urls: string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE images SET reserved_at = ${now}
    WHERE owner_id = ${ownerId} AND url = ANY(${urls}) AND NOT is_leaving`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Addresses of an account's uploads, after a given one. */
export async function listPicturesOf(db: Db, ownerId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    SELECT url FROM images WHERE owner_id = ${ownerId} AND NOT is_leaving AND url > ${after}
    ORDER BY url LIMIT ${limit}`.execute(db)
  return rows.map(({ url }) => url)
}

export async function countPicturesOf(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM images WHERE owner_id = ${ownerId} AND NOT is_leaving`.execute(db)
  return rows[0]!.n
}
