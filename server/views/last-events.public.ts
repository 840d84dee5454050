import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** When the card provider's last event came in; null where none did. */
export async function findLastPaymentEvent(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`SELECT max(received_at) AS at FROM payment_events`.execute(db)
  return rows[0]!.at
}
