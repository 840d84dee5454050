import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { cleared } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { UNPAID_STATES } from './order-states.public.ts'
import { buyerColumns, keptSellerColumns } from './order.columns.ts'

/** True of an order `o` that isn't over. */
export const isLive = sql`o.due_at IS NOT NULL`

/** True of a refund `r` that failed and isn't given back by hand. */
export const toGiveByHand = sql`r.failed_at IS NOT NULL AND r.given_by_hand_at IS NULL`

/** Whether the payment of an order, by its id, has an open dispute. */
export const isInDispute = (orderId: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM disputes d WHERE d.order_id = ${orderId} AND d.counts AND d.ended_at IS NULL)`

/** Whether a provider was asked to transfer money of an order, by its id, or to take it back, and hasn't answered yet. */
export const isUnderWay = (orderId: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM transfers t LEFT JOIN transfer_reversals r ON r.transfer_id = t.id AND r.state = 'asked'
  WHERE t.order_id = ${orderId} AND (t.state = 'asked' OR r.id IS NOT NULL))`

/**
 * Balances to pay per seller (`id`) and currency, of all sellers or one: `amount`, of which `less` went back to buyers
 * after it was paid out. What is owed for an order waits while its payment is disputed, or a transfer is under way. Maintained by the ledger's
 * trigger.
 */
export const owedBalances = (sellerId?: string) => sql`
  (SELECT seller_id AS id, currency, sum(amount) AS amount, coalesce(sum(-amount) FILTER (WHERE amount < 0), 0) AS less
    FROM owed_orders owed WHERE (amount < 0 OR NOT ${isInDispute(sql`owed.order_id`)})
      AND NOT ${isUnderWay(sql`owed.order_id`)}
      ${sellerId === undefined ? sql`` : sql`AND seller_id = ${sellerId}`}
    GROUP BY seller_id, currency HAVING sum(amount) > 0)`

/** Whether a buyer has an order on a book that is not over; both are expressions of a statement. */
export const hasLiveOrder = (bookId: RawBuilder<unknown>, buyerId: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM orders o WHERE o.book_id = ${bookId} AND o.buyer_id = ${buyerId} AND ${isLive})`

/** For LEFT JOIN LATERAL: id and state of a buyer's latest order on a book; both are expressions of the statement. */
export const latestOrder = (bookId: RawBuilder<unknown>, buyerId: RawBuilder<unknown>) => sql`(
  SELECT o.id, o.state FROM orders o WHERE o.book_id = ${bookId} AND o.buyer_id = ${buyerId}
  ORDER BY o.created_at DESC, o.id DESC LIMIT 1)`

/** Whether an order, by its id, is of this buyer on this book; both are expressions of a statement. */
export const isOrderOf = (orderId: string, bookId: RawBuilder<unknown>, buyerId: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM orders o WHERE o.id = ${orderId} AND o.book_id = ${bookId} AND o.buyer_id = ${buyerId})`

/** The sides and the book of an order; null for an unknown order. */
export async function findSidesOfOrder(
  db: Db,
  id: string,
): Promise<{ bookId: string; buyerId: string; sellerId: string } | null> {
  const { rows } = await sql<{ bookId: string; buyerId: string; sellerId: string }>`
    SELECT book_id AS "bookId", buyer_id AS "buyerId", seller_id AS "sellerId" FROM orders WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Ids of an account's orders in any state, after a given id. */
export async function listOrderIdsOf(
  db: Db,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o WHERE (o.buyer_id = ${accountId} OR o.seller_id = ${accountId})
      AND (${after}::uuid IS NULL OR o.id > ${after}::uuid)
    ORDER BY o.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an order ever had a problem. */
export async function hadProblem(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM order_problems WHERE order_id = ${id} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** An open order of an account, as buyer or seller. */
export interface LiveOrder {
  id: string
  state: 'claimed' | 'agreed' | 'paid' | 'handed_over'
  /** The counterpart's side. */
  otherSide: 'buyer' | 'seller'
}

/** The open orders of an account. */
export const listLiveOrders = (db: Db, accountId: string) => liveOrders(db, accountId, sql``)
/** The same, locked until the transaction ends. */
export const lockLiveOrders = (tx: Tx, accountId: string) => liveOrders(tx, accountId, sql`FOR UPDATE`)

async function liveOrders(db: Db, accountId: string, lock: RawBuilder<unknown>): Promise<LiveOrder[]> {
  const { rows } = await sql<LiveOrder>`
    SELECT o.id, o.state, CASE WHEN o.buyer_id = ${accountId} THEN 'seller' ELSE 'buyer' END AS "otherSide" FROM orders o
    WHERE ${isLive} AND (o.buyer_id = ${accountId} OR o.seller_id = ${accountId})
    ORDER BY o.id ${lock}`.execute(db)
  return rows
}

/** Ids of an account's unpaid orders, as buyer or seller. */
export async function listClaimsOfAccount(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE state IN ${UNPAID_STATES} AND (buyer_id = ${accountId} OR seller_id = ${accountId})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ids of an account's unpaid orders from before `until`, as buyer or seller. */
export async function listClaimsUntil(db: Db, accountId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders
    WHERE state IN ${UNPAID_STATES} AND created_at <= ${until} AND (buyer_id = ${accountId} OR seller_id = ${accountId})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Copies a seller's contacts into the open orders, where they outlive the account. */
export async function keepSellerContacts(tx: Tx, sellerId: string): Promise<void> {
  await sql`
    UPDATE orders o SET seller_name = ${nameOf('a')}, seller_email = a.email, seller_phone = b.mobile_number
    FROM accounts a, books b
    WHERE o.seller_id = ${sellerId} AND ${isLive} AND a.id = o.seller_id AND b.id = o.book_id`.execute(tx)
}

/** Erases the data of closed accounts from an order, if it is over. */
export const forgetClosedSides = (tx: Tx, orderId: string) => forget(tx, sql`o.id = ${orderId} AND NOT ${isLive}`)
/** The same for all ended orders of a closed account. */
export const forgetClosedAccount = (tx: Tx, accountId: string) => forget(tx, sql`a.id = ${accountId} AND NOT ${isLive}`)
/** The same for accounts closed before a moment, in whatever state their orders are. */
export const forgetClosedBefore = (tx: Tx, before: Date) => forget(tx, sql`a.closed_at < ${before}`)

/** Updates a buyer's email in their orders, where sellers read it. */
export async function moveBuyersEmail(tx: Tx, buyerId: string, email: string): Promise<void> {
  await sql`UPDATE orders SET buyer_email = ${email} WHERE buyer_id = ${buyerId} AND buyer_email IS NOT NULL`.execute(
    tx,
  )
}

/** Orders stay; the data of closed accounts goes. */
async function forget(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    UPDATE orders o SET ${cleared(buyerColumns)} FROM accounts a
    WHERE a.id = o.buyer_id AND a.closed_at IS NOT NULL AND o.buyer_email IS NOT NULL AND ${condition}`.execute(tx)
  await sql`
    UPDATE orders o SET ${cleared(keptSellerColumns)} FROM accounts a
    WHERE a.id = o.seller_id AND a.closed_at IS NOT NULL AND o.seller_email IS NOT NULL AND ${condition}`.execute(tx)
  await sql`
    UPDATE problem_entries e SET text = NULL, images = '{}' FROM order_problems p, orders o, accounts a
    WHERE p.id = e.problem_id AND o.id = p.order_id AND a.id = e.author_id AND e.author IN ('buyer', 'seller')
      AND a.closed_at IS NOT NULL AND e.text IS NOT NULL AND ${condition}`.execute(tx)
}
