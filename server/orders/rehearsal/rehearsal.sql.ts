import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

/** A copy that is for sale, and an account that it could be sold to; null where there is none. */
export async function findSale(tx: Tx): Promise<{ bookId: string; buyerId: string } | null> {
  const { rows } = await sql<{ bookId: string; buyerId: string }>`
    SELECT b.id AS "bookId", a.id AS "buyerId" FROM books b JOIN accounts a ON a.id <> b.seller_id AND a.closed_at IS NULL
    WHERE b.state = 'unsold' AND b.removed_at IS NULL AND NOT b.is_paused LIMIT 1`.execute(tx)
  return rows[0] ?? null
}

/** Runs what waits for the commit now: a rollback would skip it. */
export async function checkAtOnce(tx: Tx): Promise<void> {
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx)
}
