import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * Says that something is about to show these pictures, and how many of them are this account's own uploads. They
 * count as uploaded now, so that clearing away leaves them alone until what shows them is written; one that is being
 * cleared away already is not there any more.
 */
export async function takeIntoUse(db: Db, ownerId: string, urls: string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE images SET uploaded_at = ${now}
    WHERE owner_id = ${ownerId} AND url = ANY(${urls}) AND NOT is_leaving`.execute(db)
  return Number(numAffectedRows ?? 0)
}
