import { sql } from 'kysely'
import type { Audited, AuditFacts } from '#contract/accounts/audit-log.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { descending, pageParts, timestampKey, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

const selection = {
  id: sql<string>`l.id`,
  at: sql<Date>`l.at`,
  kind: sql<Audited>`l.kind`,
  actorId: sql<string | null>`l.actor_id`,
  actorName: sql<string | null>`CASE WHEN actor.closed_at IS NULL THEN ${nameOf('actor')} END`,
  accountId: sql<string | null>`l.account_id`,
  accountName: sql<string | null>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END`,
  bookId: sql<string | null>`l.book_id`,
  bookTitle: sql<string | null>`b.title`,
  orderId: sql<string | null>`l.order_id`,
  facts: sql<AuditFacts>`l.facts`,
}
export type AuditRow = SelectedRow<typeof selection> & WithSortKeys
const columns = select(selection)

export interface AuditFilter {
  kind?: Audited | undefined
  account?: string | undefined
}

export const auditOrdering = descending(timestampKey(sql`l.at`))

/** Lists limit + 1 entries, newest first. A closed account has no name. */
export async function listAuditRows(db: Db, { kind, account }: AuditFilter, keyset: KeysetPage): Promise<AuditRow[]> {
  const page = pageParts(keyset, sql`l.id`)
  const ofKind = kind === undefined ? sql`` : sql`AND l.kind = ${kind}`
  const ofAccount = account === undefined ? sql`` : sql`AND l.account_id = ${account}`
  const { rows } = await sql<AuditRow>`
    SELECT ${columns}, ${page.columns}
    FROM audit_log l
    LEFT JOIN accounts actor ON actor.id = l.actor_id
    LEFT JOIN accounts a ON a.id = l.account_id
    LEFT JOIN books b ON b.id = l.book_id
    WHERE true ${ofKind} ${ofAccount} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}
