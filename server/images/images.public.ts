import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * Reserves uploads that something is about to show, and tells how many of them are this account's own. Clearing away
 * leaves them alone for a day more, by when what shows them is written; one that is being cleared away already is not
 * there any more.
 */
export async function reserveUploads(db: Db, ownerId: string, urls: string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE images SET reserved_at = ${now}
    WHERE owner_id = ${ownerId} AND url = ANY(${urls}) AND NOT is_leaving`.execute(db)
  return Number(numAffectedRows ?? 0)
}
