import { sql, type RawBuilder } from 'kysely'
import type { OrderBeginning, OrderState, OrderTransition } from '#contract/order-life.ts'
import { CLOSED_ACCOUNT } from '#contract/closed-accounts.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { selected, selectedOrEmpty, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { pageParts, type Ordering, type CursorPosition, type WithSortKeys } from '#server/database/ordering.ts'
import { type BookSnapshot, readSnapshot } from './book-snapshot.sql.ts'
import { buyerContactColumns, orderColumns, type buyerColumns, type keptSellerColumns } from './order.columns.ts'

type Sides = RowOf<typeof buyerColumns & typeof keptSellerColumns>

/**
 * The buyer's name and contacts are as given with the order, empty where that account is closed and the order needs them
 * no more. The seller's are as they are now; as they were last where that account is closed, until then.
 */
export interface OrderRow extends RowOf<typeof orderColumns>, Sides {
  /** The listing as it was when the copy was claimed. */
  snapshot: BookSnapshot
  buyerEmailVerified: boolean
  isBuyerClosed: boolean
  sellerEmailVerified: boolean
  isSellerClosed: boolean
}

const columns = sql`${selected(orderColumns, 'o')}, o.book_snapshot AS snapshot,
  ${buyerNameOf()} AS "buyerName", ${selectedOrEmpty(buyerContactColumns, 'o')},
  buyer.email_verified AS "buyerEmailVerified", buyer.closed_at IS NOT NULL AS "isBuyerClosed",
  CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE coalesce(o.seller_name, ${sql.lit(CLOSED_ACCOUNT)}) END AS "sellerName",
  CASE WHEN a.closed_at IS NULL THEN a.email ELSE coalesce(o.seller_email, '') END AS "sellerEmail",
  CASE WHEN a.closed_at IS NULL THEN b.mobile_number ELSE coalesce(o.seller_phone, '') END AS "mobileNumber",
  a.email_verified AS "sellerEmailVerified", a.closed_at IS NOT NULL AS "isSellerClosed"`

/** One step of an order's life, as it was written down. */
export interface OrderEventRow {
  transition: OrderBeginning | OrderTransition | null
  from: OrderState | null
  to: OrderState
  actor: 'buyer' | 'seller' | 'admin' | 'time' | 'provider' | 'system' | 'unknown'
  /** In ISO 8601. */
  at: string
  isFromBefore: boolean
}

export interface OrderRowWithEvents extends OrderRow {
  /** First things first. */
  events: OrderEventRow[]
}

const events = sql`, ARRAY(
  SELECT json_build_object('transition', transition, 'from', from_state, 'to', to_state, 'actor', actor, 'at', at,
    'isFromBefore', is_from_before)
  FROM order_events WHERE order_id = o.id ORDER BY order_events.id) AS events`

/** What an order, `o`, calls its buyer. An email address is nobody's name. */
export function buyerNameOf() {
  return sql`CASE WHEN o.buyer_name IS NULL THEN ${sql.lit(CLOSED_ACCOUNT)}
    ELSE coalesce(nullif(o.buyer_name, ''), split_part(o.buyer_email, '@', 1)) END`
}

const source = sql`orders o JOIN books b ON b.id = o.book_id JOIN accounts a ON a.id = o.seller_id
  JOIN accounts buyer ON buyer.id = o.buyer_id`

/** Until here, a row's snapshot is whatever some version of this program wrote. */
const read = <Row extends OrderRow>(row: Row): Row => ({ ...row, snapshot: readSnapshot(row.snapshot, row) })

async function findOne<Row extends OrderRow = OrderRow>(
  db: Db,
  condition: RawBuilder<unknown>,
  more = sql``,
): Promise<Row | null> {
  const { rows } = await sql<Row>`SELECT ${columns}${more} FROM ${source} WHERE ${condition}`.execute(db)
  return rows[0] ? read(rows[0]) : null
}

export const findOrder = (db: Db, id: string) => findOne(db, sql`o.id = ${id}`)
/** With what happened to it, of the same moment. */
export const findOrderWithEvents = (db: Db, id: string) => findOne<OrderRowWithEvents>(db, sql`o.id = ${id}`, events)
/** Holds the order against every other change until the transaction ends. */
export const lockOrder = (tx: Tx, id: string) => findOne(tx, sql`o.id = ${id} FOR UPDATE OF o`)
/** The claim or paid order that this buyer has on the copy. */
export const findLiveOrder = (db: Db, bookId: string, buyerId: string) =>
  findOne(db, sql`o.book_id = ${bookId} AND o.buyer_id = ${buyerId} AND o.state IN ('claimed', 'paid')`)

export type OrderRowWithSortKeys = OrderRow & WithSortKeys

/** In the order asked for; one row more than that many, to know whether a next page exists. */
async function listRows(
  db: Db,
  condition: ReturnType<typeof sql>,
  ordering: Ordering,
  limit: number,
  after: CursorPosition | null,
): Promise<OrderRowWithSortKeys[]> {
  const page = pageParts(ordering, sql`o.id`, after)
  const { rows } = await sql<OrderRowWithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM ${source}
    WHERE ${condition} ${page.andAfter} ${page.orderBy} LIMIT ${limit + 1}`.execute(db)
  return rows.map((row) => read(row))
}

export const listOrderRowsOfBuyer = (
  db: Db,
  buyerId: string,
  ordering: Ordering,
  limit: number,
  after: CursorPosition | null,
) => listRows(db, sql`o.buyer_id = ${buyerId}`, ordering, limit, after)
/** Claimed and paid ones. */
export const listOrderRowsOfSeller = (
  db: Db,
  sellerId: string,
  ordering: Ordering,
  limit: number,
  after: CursorPosition | null,
) => listRows(db, sql`o.seller_id = ${sellerId} AND o.state IN ('claimed', 'paid')`, ordering, limit, after)

export async function confirmOrder(db: Db, id: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE orders SET confirmed_at = ${now} WHERE id = ${id} AND confirmed_at IS NULL`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** False when the order is not claimed any more. */
export async function setIntent(db: Db, id: string, intentId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE orders SET intent_id = ${intentId} WHERE id = ${id} AND state = 'claimed'`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}

/** A number for a sweep that begins: higher than that of every sweep whose traces still matter. */
export async function nextClaimSweep(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT coalesce(max(sweep_turn), 0) + 1 AS turn FROM orders WHERE state = 'claimed'`.execute(db)
  return rows[0]!.turn
}

/**
 * Takes some of the claims that a sweep looks at, those that have waited longest: claims whose time is over, and unpaid
 * ones that were taken to the card provider. The same sweep, or another at this moment, doesn't get them again.
 */
export async function takeClaimsToSweep(
  db: Db,
  turn: number,
  now: Date,
  limit: number,
): Promise<{ id: string; intentId: string | null; isExpired: boolean }[]> {
  const { rows } = await sql<{ id: string; intentId: string | null; isExpired: boolean }>`
    UPDATE orders SET sweep_turn = ${turn} WHERE id IN (
      SELECT id FROM orders
      WHERE state = 'claimed' AND sweep_turn < ${turn} AND (pay_by <= ${now} OR intent_id IS NOT NULL)
      ORDER BY sweep_turn, pay_by LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, intent_id AS "intentId", pay_by <= ${now} AS "isExpired"`.execute(db)
  return rows
}
