import { sql } from 'kysely'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import type { ProblemSort, ProblemState } from '#contract/orders/problem-decisions.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import {
  ascending,
  descending,
  pageParts,
  timestampKey,
  type KeysetPage,
  type Ordering,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import type { Db } from '#server/database/schema.ts'
import { columnsUnder, select, type SelectedRow } from '#server/database/selection.ts'
import { snapshotShown, snapshotTitle } from '#server/orders/book-snapshot.sql.ts'
import { buyerNameOf } from '#server/orders/orders.sql.ts'
import { problemColumns } from './problem.columns.ts'

const selection = {
  ...columnsUnder(problemColumns, 'p'),
  orderNumber: sql<string>`o.number`,
  title: sql<string>`${snapshotTitle}`,
  book: snapshotShown,
  buyerName: sql<string>`${buyerNameOf()}`,
  sellerName: sql<string>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END`,
}
export type ListedProblemRow = SelectedRow<typeof selection> & WithSortKeys
const columns = select(selection)

/** Orders open problems by opening time, ended ones by ending time. */
export function problemOrdering(state: ProblemState, sort: ProblemSort): Ordering {
  const key = timestampKey(state === 'open' ? sql`p.opened_at` : sql`p.ended_at`)
  return sort === 'oldest' ? ascending(key) : descending(key)
}

/** Lists limit + 1 rows, to know whether a next page exists. */
export async function listProblemRows(db: Db, state: ProblemState, keyset: KeysetPage): Promise<ListedProblemRow[]> {
  const page = pageParts(keyset, sql`p.id`)
  const { rows } = await sql<ListedProblemRow>`
    SELECT ${columns}, ${page.columns}
    FROM order_problems p JOIN orders o ON o.id = p.order_id JOIN accounts a ON a.id = o.seller_id
    WHERE p.ended_at ${state === 'open' ? sql`IS NULL` : sql`IS NOT NULL`} ${page.andAfter} ${page.orderBy}
    LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}
