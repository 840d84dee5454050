import { sql } from 'kysely'
import type { OwedSeller, Payout, StatementLine, StatementTotal, WaitingMoney } from '#contract/orders/payouts.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { moneyOf } from '#server/database/columns.ts'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import {
  descending,
  intKey,
  pageParts,
  textKey,
  timestampKey,
  type KeysetPage,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { isInDispute, isUnderWay, owedBalances } from '#server/orders/orders.public.ts'
import { snapshotTitle } from '#server/orders/book-snapshot.sql.ts'

export const statementOrdering = descending(timestampKey(sql`e.at`))
// The cap fits a cursor's integer; amounts above it sort first anyway.
export const owedOrdering = descending(intKey(sql`least(s.amount, 2147483647)::int`), textKey(sql`s.currency`))
export const waitingOrdering = descending(timestampKey(sql`w.since`))
export const payoutOrdering = descending(timestampKey(sql`p.at`))

/** Lists limit + 1 rows, to know whether a next page exists. */
export async function listStatementRows(
  db: Db,
  sellerId: string,
  keyset: KeysetPage,
): Promise<(StatementLine & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`e.movement`)
  const { rows } = await sql<StatementLine & WithSortKeys>`
    SELECT e.movement AS id, e.kind, e.order_id AS "orderId", o.number AS "orderNumber",
      ${snapshotTitle} AS title, ${moneyOf(sql`e.amount`, sql`e.currency`)} AS amount, e.at, ${page.columns}
    FROM orders o JOIN ledger_entries e ON e.order_id = o.id AND e.account = 'seller'
    WHERE o.seller_id = ${sellerId} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function listStatementTotals(db: Db, sellerId: string): Promise<StatementTotal[]> {
  const of = (account: string) => sql`coalesce(sum(e.amount) FILTER (WHERE e.account = ${account}), 0)::float8`
  const kept = sql`coalesce(sum(e.amount) FILTER (WHERE e.account IN ('club', 'provider', 'disputed') AND o.due_at IS NOT NULL), 0)::float8`
  const { rows } = await sql<StatementTotal>`
    SELECT e.currency, ${of('seller')} AS owed,
      (SELECT coalesce(sum(w.amount), 0)::float8 FROM owed_orders w
        WHERE w.seller_id = ${sellerId} AND w.currency = e.currency AND w.amount > 0 AND ${isInDispute(sql`w.order_id`)}) AS waiting,
      ${of('paid_out')} AS "paidOut", ${kept} AS kept, ${of('fee')} AS fees
    FROM orders o JOIN ledger_entries e ON e.order_id = o.id WHERE o.seller_id = ${sellerId}
    GROUP BY e.currency ORDER BY e.currency`.execute(db)
  return rows
}

export async function listOwedRows(
  db: Db,
  { seller, isByProvider }: { seller: string | undefined; isByProvider: boolean },
  keyset: KeysetPage,
): Promise<(OwedSeller & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`s.id`)
  const { rows } = await sql<OwedSeller & WithSortKeys>`
    SELECT s.id, CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END AS name,
      CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END AS email, 
        ${moneyOf(sql`s.amount`, sql`s.currency`)} AS amount, s.less::float8 AS less,
      ${isByProvider} AND EXISTS (SELECT FROM recipients r WHERE r.account_id = s.id AND r.status = 'ready') AS "isByProvider",
      CASE WHEN d.since IS NULL THEN NULL WHEN d.sealed IS NULL THEN 'hand' ELSE 'bank' END AS way, d.since AS "waySince",
      ${page.columns}
    FROM ${owedBalances(seller)} s JOIN accounts a ON a.id = s.id LEFT JOIN bank_details d ON d.account_id = s.id
    WHERE true ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

/** Of an order `o`: the transfer that isn't made, and the reversal that isn't. */
const openTransfers = sql`LEFT JOIN transfers t ON t.order_id = o.id AND t.state <> 'made'
      LEFT JOIN LATERAL (SELECT r.state, r.reason FROM transfers made JOIN transfer_reversals r ON r.transfer_id = made.id
        WHERE made.order_id = o.id AND r.state <> 'made' ORDER BY r.state LIMIT 1) r ON true`

/** Why an order's money waits, of the tables below. */
const whyItWaits = sql`CASE WHEN t.state = 'asked' OR r.state = 'asked' THEN 'under_way'
          WHEN owed.amount < 0 THEN 'gone_back' WHEN d.is_inquiry THEN 'asked' WHEN d.id IS NOT NULL THEN 'disputed'
          WHEN t.id IS NULL OR t.refused = 'recipient' THEN 'not_ready' WHEN t.refused = 'other' THEN 'refused' ELSE t.refused END`

/** Orders whose money waits, or is the club's: few, as disputes and refunds after a payout are; by a provider also those that it couldn't transfer. */
export async function listWaitingRows(
  db: Db,
  { seller, isByProvider }: { seller: string | undefined; isByProvider: boolean },
  keyset: KeysetPage,
): Promise<(WaitingMoney & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`w.id`)
  const waitsForProvider = isByProvider ? sql`OR t.state = 'waiting' OR p.status IS DISTINCT FROM 'ready'` : sql``
  const { rows } = await sql<WaitingMoney & WithSortKeys>`
    SELECT w.*, ${page.columns} FROM (
      SELECT o.id, ${snapshotTitle} AS title, o.seller_id AS "sellerId",
        CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END AS name,
        ${moneyOf(sql`owed.amount`, sql`owed.currency`)} AS amount, ${whyItWaits} AS why,
        CASE WHEN owed.amount < 0 THEN r.reason ELSE coalesce(t.reason, p.reason) END AS reason,
        CASE WHEN owed.amount < 0 THEN o.state_since ELSE coalesce(d.opened_at, t.since, o.state_since) END AS since,
        CASE WHEN owed.amount > 0 AND d.status = 'needs_response' THEN d.respond_by END AS "respondBy"
      FROM owed_orders owed JOIN orders o ON o.id = owed.order_id JOIN accounts a ON a.id = o.seller_id
      LEFT JOIN LATERAL (SELECT d.* FROM disputes d WHERE d.order_id = o.id AND d.counts AND d.ended_at IS NULL
        ORDER BY d.is_inquiry, d.opened_at LIMIT 1) d ON true
      ${openTransfers} LEFT JOIN recipients p ON p.account_id = o.seller_id
      WHERE (owed.amount < 0 OR d.id IS NOT NULL OR t.state = 'asked' OR r.state = 'asked' ${waitsForProvider})
        ${seller === undefined ? sql`` : sql`AND owed.seller_id = ${seller}`}
    ) w WHERE true ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function listPayoutRows(db: Db, keyset: KeysetPage): Promise<(Payout & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`p.id`)
  const { rows } = await sql<Payout & WithSortKeys>`
    SELECT p.id, p.seller_id AS "sellerId", ${moneyOf(sql`p.amount`, sql`p.currency`)} AS amount, p.reference, p.at,
      p.marked_by IS NULL AS "isByProvider", coalesce(t.reversed, 0) AS reversed,
      CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END AS name, ${page.columns}
    FROM payouts p JOIN accounts a ON a.id = p.seller_id
    LEFT JOIN transfers t ON p.marked_by IS NULL AND t.id::text = p.request_key
    WHERE true ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

/** Sums to pay per order of a seller in a currency, without those disputed or under way. Locks those orders, so that no refund comes in between. */
export async function lockOwedOrders(
  tx: Tx,
  sellerId: string,
  currency: string,
): Promise<{ orderId: string; amount: number }[]> {
  await sql`
    SELECT o.id FROM orders o WHERE o.seller_id = ${sellerId} AND EXISTS (
      SELECT FROM ledger_entries e WHERE e.order_id = o.id AND e.account = 'seller')
    ORDER BY o.id FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ orderId: string; amount: number }>`
    SELECT o.id AS "orderId", sum(e.amount)::int AS amount
    FROM orders o JOIN ledger_entries e ON e.order_id = o.id AND e.account = 'seller'
    WHERE o.seller_id = ${sellerId} AND e.currency = ${currency} AND NOT ${isUnderWay(sql`o.id`)}
    GROUP BY o.id HAVING sum(e.amount) < 0 OR (sum(e.amount) > 0 AND NOT ${isInDispute(sql`o.id`)}) ORDER BY o.id`.execute(
    tx,
  )
  return rows
}

export async function findPayoutByKey(tx: Tx, sellerId: string, key: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payouts WHERE seller_id = ${sellerId} AND request_key = ${key}`.execute(tx)
  return rows[0]?.id ?? null
}

export interface PayoutRow {
  sellerId: string
  amount: number
  currency: string
  reference: string
}

/** Inserts what an admin noted, or, without one, what the provider transferred. Returns the new id. */
export async function insertPayout(
  tx: Tx,
  { sellerId, amount, currency, reference }: PayoutRow,
  by: { adminId: string | null; key: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payouts (seller_id, amount, currency, reference, marked_by, request_key, at)
    VALUES (${sellerId}, ${amount}, ${currency}, ${reference}, ${by.adminId}, ${by.key}, ${by.now}) RETURNING id`.execute(
    tx,
  )
  return rows[0]!.id
}

/** A payout, with the club's fees that were taken off since the orders' previous ones; below zero where more came back. */
export async function findPayout(db: Db, id: string): Promise<(PayoutRow & { fees: number }) | null> {
  const { rows } = await sql<PayoutRow & { fees: number }>`
    SELECT p.seller_id AS "sellerId", p.amount::float8 AS amount, p.currency, p.reference, (
      SELECT coalesce(sum(f.amount), 0)::float8 FROM orders o
      JOIN ledger_entries e ON e.order_id = o.id AND e.kind = 'payout' AND e.account = 'seller' AND e.source = p.id::text
      JOIN ledger_entries f ON f.order_id = o.id AND f.account = 'fee' AND f.id < e.id
      WHERE o.seller_id = p.seller_id AND NOT EXISTS (
        SELECT FROM ledger_entries b WHERE b.order_id = o.id AND b.kind = 'payout' AND b.id BETWEEN f.id AND e.id - 1)
    ) AS fees
    FROM payouts p WHERE p.id = ${id}`.execute(db)
  return rows[0] ?? null
}
