import { sql } from 'kysely'
import type { Audited, AuditFacts } from '#contract/accounts/audit-log.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import {
  descending,
  pageParts,
  timestampKey,
  type CursorPosition,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import type { Db } from '#server/database/schema.ts'

export interface AuditRow extends WithSortKeys {
  at: Date
  kind: Audited
  actorId: string | null
  actorName: string | null
  accountId: string | null
  accountName: string | null
  bookId: string | null
  bookTitle: string | null
  orderId: string | null
  facts: AuditFacts
}

export interface AuditFilter {
  kind?: Audited | undefined
  account?: string | undefined
}

export const auditOrdering = descending(timestampKey(sql`l.at`))

/** Newest first; one row more than that many, to know whether a next page exists. A closed account has no name. */
export async function listAuditRows(
  db: Db,
  { kind, account }: AuditFilter,
  limit: number,
  after: CursorPosition | null,
): Promise<AuditRow[]> {
  const page = pageParts(auditOrdering, sql`l.id`, after)
  const ofKind = kind === undefined ? sql`` : sql`AND l.kind = ${kind}`
  const ofAccount = account === undefined ? sql`` : sql`AND l.account_id = ${account}`
  const { rows } = await sql<AuditRow>`
    SELECT l.id, l.at, l.kind, l.actor_id AS "actorId", l.account_id AS "accountId", l.book_id AS "bookId",
      l.order_id AS "orderId", l.facts, b.title AS "bookTitle",
      CASE WHEN actor.closed_at IS NULL THEN ${nameOf('actor')} END AS "actorName",
      CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS "accountName", ${page.columns}
    FROM audit_log l
    LEFT JOIN accounts actor ON actor.id = l.actor_id
    LEFT JOIN accounts a ON a.id = l.account_id
    LEFT JOIN books b ON b.id = l.book_id
    WHERE true ${ofKind} ${ofAccount} ${page.andAfter} ${page.orderBy} LIMIT ${limit + 1}`.execute(db)
  return rows
}
