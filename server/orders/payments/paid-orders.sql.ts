import { sql } from 'kysely'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { descending, timestampKey, pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db } from '#server/database/schema.ts'
import { snapshotTitle } from '#server/orders/book-snapshot.sql.ts'

/** A paid open order of an account with its other side; null where that account is closed. */
export interface PaidOrderRow extends WithSortKeys {
  title: string
  side: 'buyer' | 'seller'
  otherName: string | null
  state: 'paid' | 'handed_over'
  since: Date
}

export const paidOrderOrdering = descending(timestampKey(sql`o.state_since`))

/** Lists limit + 1 rows, newest first. */
export async function listPaidOrderRows(db: Db, accountId: string, keyset: KeysetPage): Promise<PaidOrderRow[]> {
  const page = pageParts(keyset, sql`o.id`)
  const { rows } = await sql<PaidOrderRow>`
    SELECT o.id, ${snapshotTitle} AS title, CASE WHEN o.buyer_id = ${accountId} THEN 'buyer' ELSE 'seller' END AS side,
      CASE WHEN other.closed_at IS NULL THEN ${nameOf('other')} END AS "otherName", o.state, o.state_since AS since, ${page.columns}
    FROM orders o JOIN accounts other ON other.id = CASE WHEN o.buyer_id = ${accountId} THEN o.seller_id ELSE o.buyer_id END
    WHERE o.state IN ('paid', 'handed_over') AND (o.buyer_id = ${accountId} OR o.seller_id = ${accountId})
      ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}
