import { sql } from 'kysely'
import type { AdminsAct, Movement, OrderRecord } from '#contract/orders/order-record.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { moneyOf } from '#server/database/columns.ts'
import type { Db } from '#server/database/schema.ts'

/** Row limit per list; no real order comes near it. */
const MOST = 500

export interface SidesRow {
  buyerId: string
  buyerName: string | null
  sellerId: string
  sellerName: string | null
  cardLastFour: string | null
}

/** The sides of an order and the card that paid; null for an unknown order. */
export async function findSides(db: Db, orderId: string): Promise<SidesRow | null> {
  const { rows } = await sql<SidesRow>`
    SELECT buyer.id AS "buyerId", CASE WHEN buyer.closed_at IS NULL THEN ${nameOf('buyer')} END AS "buyerName",
      a.id AS "sellerId", CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS "sellerName",
      (SELECT p.card_last_four FROM payments p WHERE p.order_id = o.id AND p.refund_reason IS NULL) AS "cardLastFour"
    FROM orders o JOIN accounts buyer ON buyer.id = o.buyer_id JOIN accounts a ON a.id = o.seller_id
    WHERE o.id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** The admins' acts on an order, oldest first. */
export async function listAdminsActs(db: Db, orderId: string): Promise<AdminsAct[]> {
  const { rows } = await sql<AdminsAct>`
    SELECT e.transition, e.at, CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS by
    FROM order_events e LEFT JOIN accounts a ON a.id = e.actor_id
    WHERE e.order_id = ${orderId} AND e.actor = 'admin' AND e.transition IS NOT NULL ORDER BY e.id LIMIT ${MOST}`.execute(
    db,
  )
  return rows
}

/** Lists each movement once, though it is stored as two entries. */
export async function listMovements(db: Db, orderId: string): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    SELECT given.movement AS id, given.kind, taken.account AS from, given.account AS to,
      ${moneyOf(sql`given.amount`, sql`given.currency`)} AS amount, given.at
    FROM ledger_entries given JOIN ledger_entries taken ON taken.movement = given.movement AND taken.amount < 0
    WHERE given.order_id = ${orderId} AND given.amount > 0 ORDER BY given.id LIMIT ${MOST}`.execute(db)
  return rows
}

/** The admins who read the order's problems, latest first. */
export async function listReadings(db: Db, orderId: string): Promise<OrderRecord['readings']> {
  const { rows } = await sql<OrderRecord['readings'][number]>`
    SELECT CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS by, r.at
    FROM problem_readings r LEFT JOIN accounts a ON a.id = r.admin_id
    WHERE r.order_id = ${orderId} ORDER BY r.id DESC LIMIT 20`.execute(db)
  return rows
}
