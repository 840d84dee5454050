import { sql, type RawBuilder } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-timeline.ts'
import type { OrderBeginning, OrderState, OrderTransition } from '#contract/orders/order-life.ts'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import { memberNameOf, nameOf } from '#server/accounts/accounts.public.ts'
import { isBookVisible } from '#server/books/books.public.ts'
import { columnsUnder, select, type SelectedRow } from '#server/database/selection.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import { note } from '#server/tracing/work-notes.ts'
import { type BookSnapshot, readSnapshot } from './book-snapshot.sql.ts'
import { hasFailedRefund } from './payments/refunds.sql.ts'
import { isInDispute } from './orders.public.ts'
import { STATES_HOLDING_THE_COPY, UNPAID_STATES } from './order-states.public.ts'
import { orderColumns } from './order.columns.ts'

/**
 * Columns of an order with its two sides. The buyer's name and contacts are those given with the order, empty once the
 * account is closed and the order no longer needs them. The seller's are current; after closing the last ones, until
 * then.
 */
const selection = {
  ...columnsUnder(orderColumns, 'o'),
  /** The listing as it was when the copy was claimed. */
  snapshot: sql<BookSnapshot>`o.book_snapshot`,
  buyerName: sql<string>`${buyerNameOf()}`,
  buyerEmail: sql<string>`coalesce(o.buyer_email, '')`,
  phone: sql<string>`coalesce(o.phone, '')`,
  meetingLocation: sql<string>`coalesce(o.meeting_location, '')`,
  buyerEmailVerified: sql<boolean>`buyer.email_verified`,
  isBuyerClosed: sql<boolean>`buyer.closed_at IS NOT NULL`,
  isBuyerSuspended: sql<boolean>`buyer.suspended_at IS NOT NULL`,
  sellerName: sql<string>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE coalesce(o.seller_name, ${sql.lit(CLOSED_ACCOUNT)}) END`,
  sellerEmail: sql<string>`CASE WHEN a.closed_at IS NULL THEN a.email ELSE coalesce(o.seller_email, '') END`,
  mobileNumber: sql<string>`CASE WHEN a.closed_at IS NULL THEN b.mobile_number ELSE coalesce(o.seller_phone, '') END`,
  sellerEmailVerified: sql<boolean>`a.email_verified`,
  isSellerClosed: sql<boolean>`a.closed_at IS NOT NULL`,
  isSellerSuspended: sql<boolean>`a.suspended_at IS NOT NULL`,
  isPaymentProcessing: sql<boolean>`o.processing_since IS NOT NULL`,
  /** The card provider's name of the method that paid; null where it was cash, and before. */
  paymentMethod: sql<
    string | null
  >`(SELECT min(p.method) FROM payments p WHERE p.order_id = o.id AND p.refund_reason IS NULL)`,
  hasFailedRefund: sql<boolean>`${hasFailedRefund}`,
  /** Whether its payment has an open dispute: time makes no step meanwhile. */
  isDisputed: sql<boolean>`${isInDispute(sql`o.id`)}`,
  /** Whether the book's page is gone. */
  isBookGone: sql<boolean>`NOT ${isBookVisible('b')}`,
  /**
   * Whether buyers can't find the copy, reserved or not: it is paused, taken down or removed, or its seller is
   * suspended.
   */
  isCopyHidden: sql<boolean>`b.is_paused OR b.removed_at IS NOT NULL`,
}
export type OrderRow = SelectedRow<typeof selection>
const columns = select(selection)

/** A stored event of an order. */
export interface OrderEventRow {
  transition: OrderBeginning | OrderTransition | null
  from: OrderState | null
  to: OrderState
  actor: 'buyer' | 'seller' | 'admin' | 'time' | 'provider' | 'system' | 'unknown'
  /** In ISO 8601. */
  at: string
  reason: OrderEvent['reason']
  isFromBefore: boolean
}

export interface OrderRowWithEvents extends OrderRow {
  /** Oldest first. */
  events: OrderEventRow[]
}

const events = sql`, ARRAY(
  SELECT json_build_object('transition', transition, 'from', from_state, 'to', to_state, 'actor', actor, 'at', at,
    'reason', facts ->> 'reason', 'isFromBefore', is_from_before)
  FROM order_events WHERE order_id = o.id ORDER BY order_events.id) AS events`

/** SQL for the buyer's name on an order `o`. An email address never stands in for it. */
export function buyerNameOf() {
  return sql`CASE WHEN o.buyer_name IS NULL THEN ${sql.lit(CLOSED_ACCOUNT)}
    ELSE ${memberNameOf(sql`o.buyer_name`, sql`o.buyer_id`)} END`
}

const source = sql`orders o JOIN books b ON b.id = o.book_id JOIN accounts a ON a.id = o.seller_id
  JOIN accounts buyer ON buyer.id = o.buyer_id`

/** Parses a row's snapshot, which any version may have written. */
const read = <Row extends OrderRow>(row: Row): Row => ({ ...row, snapshot: readSnapshot(row.snapshot, row) })

async function findOne<Row extends OrderRow = OrderRow>(
  db: Db,
  condition: RawBuilder<unknown>,
  more = sql``,
): Promise<Row | null> {
  const { rows } = await sql<Row>`SELECT ${columns}${more} FROM ${source} WHERE ${condition}`.execute(db)
  if (!rows[0]) return null
  note({ orderId: rows[0].id })
  return read(rows[0])
}

export const findOrder = (db: Db, id: string) => findOne(db, sql`o.id = ${id}`)
/** An order with its events, read in one statement. */
export const findOrderWithEvents = (db: Db, id: string) => findOne<OrderRowWithEvents>(db, sql`o.id = ${id}`, events)
/** Locks an order until the transaction ends. */
export const lockOrder = (tx: Tx, id: string) => findOne(tx, sql`o.id = ${id} FOR UPDATE OF o`)
/** The buyer's order on the copy that isn't cancelled, expired or refunded. */
export const findLiveOrder = (db: Db, bookId: string, buyerId: string) =>
  findOne(db, sql`o.book_id = ${bookId} AND o.buyer_id = ${buyerId} AND o.state IN ${STATES_HOLDING_THE_COPY}`)

export type OrderRowWithSortKeys = OrderRow & WithSortKeys

/** Lists limit + 1 rows in the requested order, to know whether a next page exists. */
async function listRows(
  db: Db,
  condition: ReturnType<typeof sql>,
  keyset: KeysetPage,
): Promise<OrderRowWithSortKeys[]> {
  const page = pageParts(keyset, sql`o.id`)
  const { rows } = await sql<OrderRowWithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM ${source}
    WHERE ${condition} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows.map((row) => read(row))
}

export const listOrderRowsOfBuyer = (db: Db, buyerId: string, keyset: KeysetPage) =>
  listRows(db, sql`o.buyer_id = ${buyerId}`, keyset)
/** A seller's orders, without those that ended unpaid; including refunded ones whose copy waits for a decision. */
export const listOrderRowsOfSeller = (db: Db, sellerId: string, keyset: KeysetPage) =>
  listRows(db, sql`o.seller_id = ${sellerId} AND (o.state IN ${STATES_HOLDING_THE_COPY} OR o.copy_is_back)`, keyset)

/** Whether an account is this side of any order, in any state. */
export async function hasOrdersAs(db: Db, side: 'buyer' | 'seller', accountId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM orders WHERE ${sql.ref(`${side}_id`)} = ${accountId} LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function confirmOrder(db: Db, id: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE orders SET confirmed_at = ${now} WHERE id = ${id} AND confirmed_at IS NULL`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Stores the payment's id unless the order has one. Returns the order's; null when it can't be paid any more.
 */
export async function setIntent(db: Db, id: string, intentId: string): Promise<string | null> {
  const { rows } = await sql<{ intentId: string }>`
    UPDATE orders SET intent_id = coalesce(intent_id, ${intentId}) WHERE id = ${id} AND state IN ${UNPAID_STATES}
    RETURNING intent_id AS "intentId"`.execute(db)
  return rows[0]?.intentId ?? null
}

export interface IntentOfOrder {
  orderId: string
  processingSince: Date | null
}

/** The order that has this intent; null for an intent that no order has. */
export async function findOrderOfIntent(db: Db, intentId: string): Promise<IntentOfOrder | null> {
  const { rows } = await sql<IntentOfOrder>`
    SELECT id AS "orderId", processing_since AS "processingSince" FROM orders WHERE intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}

/** Includes books handed over for cash: a card may still have paid, and that money has to go back. */
const hasOpenPayment = sql`intent_id IS NOT NULL AND (state IN ${UNPAID_STATES} OR (state = 'handed_over' AND pays_in_cash))`

export interface SweptOrder {
  id: string
  /** Id of a payment that may have succeeded meanwhile. */
  intentId: string | null
  /** Whether a timed step is due. */
  isDue: boolean
}

/** Number of a new sweep, higher than those of all earlier sweeps. */
export async function nextOrderSweep(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT coalesce(max(sweep_turn), 0) + 1 AS turn FROM orders WHERE due_at IS NOT NULL`.execute(db)
  return rows[0]!.turn
}

/**
 * Takes a batch of orders for a sweep, longest waiting first: those with a timed step due, and those with an unpaid
 * intent at the card provider. No other sweep gets them at the same time, and this one not again.
 */
export async function takeOrdersToSweep(db: Db, turn: number, now: Date, limit: number): Promise<SweptOrder[]> {
  const { rows } = await sql<SweptOrder>`
    UPDATE orders SET sweep_turn = ${turn} WHERE id IN (
      SELECT id FROM orders
      WHERE due_at IS NOT NULL AND sweep_turn < ${turn} AND (due_at <= ${now} OR ${hasOpenPayment})
      ORDER BY sweep_turn, due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, CASE WHEN ${hasOpenPayment} THEN intent_id END AS "intentId", due_at <= ${now} AS "isDue"`.execute(db)
  return rows
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE orders SET wrong_codes = wrong_codes + 1 WHERE id = ${id}`.execute(tx)
}
