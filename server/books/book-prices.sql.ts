import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/** The lowest price of a copy since a moment, in this currency, without the current one; null for none. */
export async function findLowestPrice(tx: Tx, bookId: string, currency: string, since: Date): Promise<number | null> {
  const { rows } = await sql<{ lowest: number | null }>`
    SELECT min(resale_price) AS lowest FROM book_prices
    WHERE book_id = ${bookId} AND currency = ${currency} AND until > ${since}`.execute(tx)
  return rows[0]!.lowest
}

/** Clears former prices whose time on show is over. */
export async function clearPastReductions(db: Db, now: Date): Promise<void> {
  await sql`UPDATE books SET was_price = NULL, was_until = NULL WHERE was_until <= ${now}`.execute(db)
}
