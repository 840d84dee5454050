import { sql } from 'kysely'
import type { DashboardNumbers } from '#contract/dashboard-numbers.ts'
import type { Db } from '#server/database/schema.ts'
import { statesBefore } from '#server/orders/order-states.public.ts'
import { isLive, latestOrder, owedBalances, toGiveByHand } from '#server/orders/orders.public.ts'

/* Each number is of what waits, which stays small however much there was: read from an index of that alone. */

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
          'toAdvertise', (SELECT count(*) FROM books b
            WHERE b.seller_id = ${accountId} AND b.state = 'unsold' AND b.removed_at IS NULL AND NOT b.is_advertised
              AND b.taken_down_at IS NULL),
          'askForCash', count(*) FILTER (WHERE o.state IN ${statesBefore('seller_agrees_to_cash')} AND o.pays_in_cash),
          'toHandOver', count(*) FILTER (WHERE o.state IN ${statesBefore('seller_enters_code')}),
          'unpaid', count(*) FILTER (WHERE o.state = 'claimed' AND NOT o.pays_in_cash))
        FROM orders o WHERE o.seller_id = ${accountId} AND ${isLive}) AS selling`.execute(db)
  return rows[0]!
}

export async function countClub(db: Db): Promise<NonNullable<DashboardNumbers['club']>> {
  const { rows } = await sql<NonNullable<DashboardNumbers['club']>>`
    SELECT people.sellers, people.buyers,
      (SELECT count(*)::int FROM report_cases WHERE decided_at IS NULL) AS "openReports",
      (SELECT count(*)::int FROM order_problems WHERE ended_at IS NULL) AS "openProblems",
      (SELECT count(DISTINCT r.order_id)::int FROM refunds r WHERE ${toGiveByHand}) AS "refundsFailed",
      (SELECT count(DISTINCT owed.id)::int FROM ${owedBalances()} owed) AS "sellersOwed"
    FROM (SELECT count(*) FILTER (WHERE role = 'seller')::int AS sellers,
        count(*) FILTER (WHERE role IN ('buyer', 'user'))::int AS buyers
      FROM accounts WHERE closed_at IS NULL) people`.execute(db)
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
