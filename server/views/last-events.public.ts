import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

export interface CardSigns {
  /** When the card provider's last event came in; null where none did. */
  lastEvent: Date | null
  /** When the last card payment was recorded, by an event or without one. */
  lastPayment: Date | null
  openDisputes: number
}

/** What shows whether the card provider's events still come, for monitoring. */
export async function findCardSigns(db: Db): Promise<CardSigns> {
  const { rows } = await sql<CardSigns>`SELECT
    (SELECT max(received_at) FROM payment_events) AS "lastEvent",
    (SELECT max(recorded_at) FROM payments) AS "lastPayment",
    (SELECT count(*)::int FROM disputes WHERE ended_at IS NULL) AS "openDisputes"`.execute(db)
  return rows[0]!
}
