import { sql, type RawBuilder } from 'kysely'
import type { AllOrderSort, OrderFilter } from '#contract/orders/all-orders.ts'
import type { OrderState } from '#contract/orders/order-life.ts'
import { nameOf, personFits } from '#server/accounts/accounts.public.ts'
import {
  ascending,
  descending,
  pageParts,
  timestampKey,
  type KeysetPage,
  type Ordering,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import { moneyOf } from '#server/database/columns.ts'
import type { Db } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'
import { snapshotShown, snapshotTitle } from '#server/orders/book-snapshot.sql.ts'
import { toGiveByHand } from '#server/orders/orders.public.ts'
import { hasFailedRefund } from '#server/orders/payments/refunds.sql.ts'
import type { OrderSearch } from './order-search.rules.ts'

/**
 * Most matching orders that are gathered by the indexes and sorted. Beyond that, matches are dense enough for walking
 * the full list. The cost stays bounded either way.
 */
const MOST_GATHERED = 5000
const MOST_PEOPLE = 1000

const ordered = timestampKey(sql`o.created_at`)
export const allOrderOrderings: Record<AllOrderSort, Ordering> = {
  newest: descending(ordered),
  oldest: ascending(ordered),
}

const NOTHING = sql`false`
const titleFits = (beginnings: string) => sql`order_words(o.book_snapshot) @@ to_tsquery('simple', ${beginnings})`

/** Conditions that match one order, or few. */
const fitsExactly = ({ number, ids, cardLastFour, intentId }: OrderSearch): RawBuilder<unknown>[] => [
  ...(number === null ? [] : [sql`o.number = ${number}`]),
  ...(ids ? [sql`o.id BETWEEN ${ids[0]}::uuid AND ${ids[1]}::uuid`] : []),
  ...(intentId === null ? [] : [sql`o.intent_id = ${intentId}`]),
  ...(cardLastFour === null
    ? []
    : [sql`o.id = ANY(ARRAY(SELECT order_id FROM payments WHERE card_last_four = ${cardLastFour}))`]),
]

const sideFits = (beginnings: string) => sql`EXISTS (
  SELECT FROM accounts side WHERE side.id IN (o.buyer_id, o.seller_id) AND ${personFits('side', beginnings)})`

/** The WHERE condition of a search, on an order `o`. */
export async function searchCondition(db: Db, search: OrderSearch): Promise<RawBuilder<unknown>> {
  const found = await gather(db, search)
  if (found) return sql`o.id = ANY(${found}::uuid[])`
  const { beginnings } = search
  const byWords = beginnings === null ? [] : [titleFits(beginnings), sideFits(beginnings)]
  return sql`(${sql.join([...fitsExactly(search), ...byWords], sql` OR `)})`
}

/** The ids of all matching orders; null where they are too many to gather. */
async function gather(db: Db, search: OrderSearch): Promise<string[] | null> {
  const { beginnings } = search
  const ways = [...fitsExactly(search), ...(beginnings === null ? [] : [titleFits(beginnings)])].map(
    (way) => sql`(SELECT o.id FROM orders o WHERE ${way} LIMIT ${MOST_GATHERED + 1})`,
  )
  if (beginnings !== null) ways.push(ordersOfPeople('buyer_id'), ordersOfPeople('seller_id'))
  if (ways.length === 0) return []
  const { rows } = await sql<{ ids: string[]; people: number }>`
    WITH people AS MATERIALIZED (
      SELECT found.id FROM accounts found
      WHERE ${beginnings === null ? NOTHING : personFits('found', beginnings)} LIMIT ${MOST_PEOPLE + 1})
    SELECT ARRAY(SELECT id FROM (${sql.join(ways, sql` UNION ALL `)}) way LIMIT ${MOST_GATHERED + 1}) AS ids,
      (SELECT count(*)::int FROM people) AS people`.execute(db)
  const { ids, people } = rows[0]!
  return ids.length > MOST_GATHERED || people > MOST_PEOPLE ? null : ids
}

/**
 * Reads orders person by person; the planner doesn't know how few people match and would scan all orders of a club with
 * one seller.
 */
const ordersOfPeople = (side: 'buyer_id' | 'seller_id') => sql`(
  SELECT of_one.id FROM people CROSS JOIN LATERAL (
    SELECT o.id FROM orders o WHERE ${sql.ref(`o.${side}`)} = people.id LIMIT ${MOST_GATHERED + 1}) of_one
  LIMIT ${MOST_GATHERED + 1})`

export interface OrderChoice {
  show?: OrderFilter | undefined
  buyer?: string | undefined
  seller?: string | undefined
}

/** True of an order `o` with an open dispute, be it of a payment that paid for nothing. */
const hasDispute = sql`EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.ended_at IS NULL)`

function isShown(show: OrderFilter): RawBuilder<unknown> {
  if (show === 'problem') return sql`o.seconds_left IS NOT NULL`
  if (show === 'disputed') return hasDispute
  return show === 'refund_failed' ? hasFailedRefund : sql`o.state = ${show}`
}

/** The sum refunded of an order `o`, without failed refunds. */
const refunded = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.order_id = o.id AND NOT (${toGiveByHand}))`

const selection = {
  id: sql<string>`o.id`,
  number: sql<string>`o.number`,
  title: sql<string>`${snapshotTitle}`,
  book: snapshotShown,
  state: sql<OrderState>`o.state`,
  hasProblem: sql<boolean>`o.seconds_left IS NOT NULL`,
  paysInCash: sql<boolean>`o.pays_in_cash`,
  amount: moneyOf(sql`o.amount`, sql`o.currency`),
  orderedAt: sql<Date>`o.created_at`,
  paidAt: sql<Date | null>`o.paid_at`,
  cardLastFour: sql<
    string | null
  >`(SELECT p.card_last_four FROM payments p WHERE p.order_id = o.id AND p.refund_reason IS NULL)`,
  refunded: moneyOf(refunded, sql`o.currency`),
  hasFailedRefund: sql<boolean>`${hasFailedRefund}`,
  isDisputed: sql<boolean>`${hasDispute}`,
  buyerId: sql<string>`o.buyer_id`,
  buyerName: sql<string | null>`CASE WHEN buyer.closed_at IS NULL THEN ${nameOf('buyer')} END`,
  sellerId: sql<string>`o.seller_id`,
  sellerName: sql<string | null>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END`,
}
export type ListedOrderRow = SelectedRow<typeof selection> & WithSortKeys
const columns = select(selection)

/** Lists limit + 1 rows, to know whether a next page exists. Only the page's own rows get the costly columns. */
export async function listAllOrderRows(
  db: Db,
  { show, buyer, seller }: OrderChoice,
  looked: RawBuilder<unknown> | null,
  keyset: KeysetPage,
): Promise<ListedOrderRow[]> {
  const page = pageParts(keyset, sql`o.id`)
  const chosen = [
    ...(show ? [isShown(show)] : []),
    ...(buyer === undefined ? [] : [sql`o.buyer_id = ${buyer}`]),
    ...(seller === undefined ? [] : [sql`o.seller_id = ${seller}`]),
    ...(looked ? [looked] : []),
  ]
  const { rows } = await sql<ListedOrderRow>`
    SELECT ${columns}, ${page.columns}
    FROM (SELECT * FROM orders o WHERE ${sql.join([sql`true`, ...chosen], sql` AND `)} ${page.andAfter}
      ${page.orderBy} LIMIT ${keyset.limit + 1}) o
    JOIN accounts buyer ON buyer.id = o.buyer_id JOIN accounts a ON a.id = o.seller_id ${page.orderBy}`.execute(db)
  return rows
}
