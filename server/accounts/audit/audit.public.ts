import { sql } from 'kysely'
import type { Audited } from '#contract/accounts/audit-log.ts'
import type { Tx } from '#server/database/schema.ts'

/** Who may do what is written down. */
export type Keeper = { as: 'admin'; id: string } | { as: 'operator' }

export interface Act {
  kind: Audited
  by: Keeper
  at: Date
  accountId?: string
  bookId?: string
  orderId?: string
  /** Choices and numbers: no contacts and no text, for the log is kept for good. */
  facts?: { reason?: string; days?: number }
}

/** Writes an act down, in the transaction that does it. */
export async function writeAudit(tx: Tx, act: Act): Promise<void> {
  const { kind, by, at, accountId = null, bookId = null, orderId = null, facts = {} } = act
  await sql`
    INSERT INTO audit_log (at, kind, actor, actor_id, account_id, book_id, order_id, facts)
    VALUES (${at}, ${kind}, ${by.as}, ${by.as === 'admin' ? by.id : null}, ${accountId}, ${bookId}, ${orderId},
      ${JSON.stringify(facts)}::jsonb)`.execute(tx)
}
