import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Whether an account has ordered anything, whatever became of it. */
export const hasOrdered = (db: Db, accountId: string) => exists(db, sql`FROM orders WHERE buyer_id = ${accountId}`)

/** Whether an account has books in its list, or sold or reserved ones. */
export const hasListed = async (db: Db, accountId: string) =>
  (await exists(db, sql`FROM books WHERE seller_id = ${accountId} AND removed_at IS NULL`)) ||
  exists(db, sql`FROM orders WHERE seller_id = ${accountId}`)

async function exists(db: Db, from: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT 1 ${from}) AS found`.execute(db)
  return rows[0]?.found === true
}
