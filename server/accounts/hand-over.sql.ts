import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Takes off what an account listed until a moment and nobody has claimed. */
export async function takeOffListings(db: Db, accountId: string, until: Date, now: Date): Promise<void> {
  await sql`
    UPDATE books SET removed_at = ${now}
    WHERE seller_id = ${accountId} AND state = 'unsold' AND removed_at IS NULL AND created_at <= ${until}`.execute(db)
}

/** Unpaid claims from before a moment in which an account is one of the two sides. */
export async function listClaimsUntil(db: Db, accountId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders
    WHERE state = 'claimed' AND created_at <= ${until} AND (buyer_id = ${accountId} OR seller_id = ${accountId})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
