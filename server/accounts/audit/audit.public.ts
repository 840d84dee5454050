import { sql } from 'kysely'
import type { Audited, AuditEntry } from '#contract/accounts/audit-log.ts'
import type { Tx } from '#server/database/schema.ts'

/** Who may do what is written down. */
export type Keeper = { as: 'admin'; id: string } | { as: 'operator' }

/** Choices, numbers, and addresses of categories: no contacts and no text of people, for the log is kept for good. */
export type AuditFacts = Pick<AuditEntry, 'reason' | 'days' | 'category' | 'into' | 'amount' | 'currency'>

export interface Act {
  kind: Audited
  by: Keeper
  at: Date
  accountId?: string
  bookId?: string
  orderId?: string
  facts?: AuditFacts
}

/** Writes an act down, in the transaction that does it. */
export async function writeAudit(tx: Tx, act: Act): Promise<void> {
  const { kind, by, at, accountId = null, bookId = null, orderId = null, facts = {} } = act
  await sql`
    INSERT INTO audit_log (at, kind, actor, actor_id, account_id, book_id, order_id, facts)
    VALUES (${at}, ${kind}, ${by.as}, ${by.as === 'admin' ? by.id : null}, ${accountId}, ${bookId}, ${orderId},
      ${JSON.stringify(facts)}::jsonb)`.execute(tx)
}
