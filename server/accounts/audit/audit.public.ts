import { sql } from 'kysely'
import { HOUR_MS, dayBefore } from '#contract/duration.ts'
import type { Audited, AuditFacts } from '#contract/accounts/audit-log.ts'
import type { Tx } from '#server/database/schema.ts'

/** Actors in the audit log. */
export type AuditActor = { as: 'admin'; id: string } | { as: 'operator' }

export interface Act {
  kind: Audited
  by: AuditActor
  at: Date
  accountId?: string
  bookId?: string
  orderId?: string
  reportId?: string
  facts?: AuditFacts
}

/** Writes an entry to the audit log, in the transaction of the act. */
export async function writeAudit(tx: Tx, act: Act): Promise<void> {
  const { kind, by, at, accountId = null, bookId = null, orderId = null, reportId = null, facts = {} } = act
  await sql`
    INSERT INTO audit_log (at, kind, actor, actor_id, account_id, book_id, order_id, report_id, facts)
    VALUES (${at}, ${kind}, ${by.as}, ${by.as === 'admin' ? by.id : null}, ${accountId}, ${bookId}, ${orderId},
      ${reportId}, ${JSON.stringify(facts)}::jsonb)`.execute(tx)
}

/** Logs that an admin read a report's private texts: once a day, however often the page is opened. */
export async function writeReading(
  tx: Tx,
  act: Act & { by: { as: 'admin'; id: string }; reportId: string },
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM audit_log WHERE account_id = ${act.accountId ?? null} AND kind = ${act.kind} AND actor_id = ${act.by.id}
      AND report_id = ${act.reportId} AND at > ${dayBefore(act.at)} LIMIT 1`.execute(tx)
  if (rows.length === 0) await writeAudit(tx, act)
}

/** The same for an order, once an hour, because the conversation goes on. */
export async function writeReadingOfOrder(
  tx: Tx,
  act: Act & { by: { as: 'admin'; id: string }; orderId: string },
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM audit_log WHERE kind = ${act.kind} AND actor_id = ${act.by.id} AND order_id = ${act.orderId}
      AND at > ${new Date(act.at.getTime() - HOUR_MS)} LIMIT 1`.execute(tx)
  if (rows.length === 0) await writeAudit(tx, act)
}

/** How often an admin did something of this kind since then. */
export async function countActs(tx: Tx, kind: Audited, adminId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_log WHERE kind = ${kind} AND actor_id = ${adminId} AND at > ${since}`.execute(
    tx,
  )
  return rows[0]!.count
}

/** Deletes the audit log of these admins. The database allows it for the demo's people alone. */
export async function deleteActsOf(tx: Tx, adminIds: string[]): Promise<void> {
  await sql`DELETE FROM audit_log WHERE actor_id = ANY(${adminIds}::uuid[])`.execute(tx)
}
