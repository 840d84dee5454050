import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * A condition of SQL on an upload `i`: that nothing shows its picture. The nouns that show pictures stand above this one,
 * so who removes uploads is given it: `isUnusedPicture` of the views.
 */
export type IsUnused = RawBuilder<unknown>

/**
 * Reserves uploads that something is about to show, and gives how many of them are this account's own. Clearing away
 * leaves them alone for a day more, by when what shows them is written; one that is being cleared away already is not
 * there any more.
 */
export async function reserveUploads(db: Db, ownerId: string, urls: string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE images SET reserved_at = ${now}
    WHERE owner_id = ${ownerId} AND url = ANY(${urls}) AND NOT is_leaving`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The pictures that an account has uploaded, by their addresses; those after one of them. */
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
