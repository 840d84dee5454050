import { sql } from 'kysely'
import type { DashboardNumbers } from '#contract/dashboard-numbers.ts'
import type { Db } from '#server/database/schema.ts'
import { statesBefore } from '#server/orders/order-states.public.ts'
import { openAccounts } from '#server/accounts/account-counts.public.ts'
import { isLive, latestOrder, owedBalances, toGiveByHand } from '#server/orders/orders.public.ts'

/* Each number counts pending items, which stay few, and has an index or a table of its own. */

/** Books of a seller that can be bought now; each of the two counts has its index. */
const forSale = (sellerId: string, advertised = sql``) => sql`(
  SELECT count(*) FROM books
  WHERE seller_id = ${sellerId} AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused ${advertised})`

export async function countTrade(db: Db, accountId: string): Promise<NonNullable<DashboardNumbers['trade']>> {
  const { rows } = await sql<NonNullable<DashboardNumbers['trade']>>`
    SELECT
      (SELECT json_build_object(
          'toPay', count(*) FILTER (WHERE o.state = 'claimed' AND NOT o.pays_in_cash),
          'toCollect', count(*) FILTER (WHERE o.state IN ${statesBefore('buyer_confirms')}),
          'refundsFailed', (SELECT count(DISTINCT r.order_id) FROM refunds r JOIN orders paid ON paid.id = r.order_id
            WHERE ${toGiveByHand} AND paid.buyer_id = ${accountId}))
        FROM orders o WHERE o.buyer_id = ${accountId} AND ${isLive}) AS buying,
      (SELECT json_build_object(
          'toAdvertise', ${forSale(accountId)} - ${forSale(accountId, sql`AND is_advertised`)},
          'askForCash', count(*) FILTER (WHERE o.state IN ${statesBefore('seller_agrees_to_cash')} AND o.pays_in_cash),
          'toHandOver', count(*) FILTER (WHERE o.state IN ${statesBefore('seller_enters_code')}),
          'unpaid', count(*) FILTER (WHERE o.state = 'claimed' AND NOT o.pays_in_cash))
        FROM orders o WHERE o.seller_id = ${accountId} AND ${isLive}) AS selling`.execute(db)
  return rows[0]!
}

export async function countClub(db: Db): Promise<NonNullable<DashboardNumbers['club']>> {
  const { rows } = await sql<NonNullable<DashboardNumbers['club']>>`
    SELECT ${openAccounts(['seller'])} AS sellers, ${openAccounts(['buyer', 'user'])} AS buyers,
      (SELECT count(*)::int FROM report_cases WHERE decided_at IS NULL) AS "openReports",
      (SELECT count(*)::int FROM order_problems WHERE ended_at IS NULL) AS "openProblems",
      (SELECT count(DISTINCT r.order_id)::int FROM refunds r WHERE ${toGiveByHand}) AS "refundsFailed",
      (SELECT count(DISTINCT d.order_id)::int FROM disputes d WHERE d.ended_at IS NULL) AS disputed,
      (SELECT count(DISTINCT owed.id)::int FROM ${owedBalances()} owed) AS "sellersOwed"`.execute(db)
  return rows[0]!
}

export async function listUnreadOfOrderRows(db: Db, accountId: string): Promise<{ orderId: string; unread: number }[]> {
  const { rows } = await sql<{ orderId: string; unread: number }>`
    SELECT o.id AS "orderId", s.unread
    FROM conversation_sides s
    JOIN conversations c ON c.id = s.conversation_id
    JOIN LATERAL ${latestOrder(sql`c.book_id`, sql`c.asker_id`)} o ON true
    WHERE s.account_id = ${accountId} AND s.unread > 0`.execute(db)
  return rows
}
