import { sql } from 'kysely'
import { DAY_MS } from '#contract/duration.ts'
import {
  currencyCode,
  integer,
  minorUnits,
  oneOf,
  orNull,
  selected,
  text,
  time,
  uuid,
  type RowOf,
} from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { isUnderWay } from '#server/orders/orders.public.ts'
import { isTransferable } from './recipients.sql.ts'

const refusals = ['balance', 'recipient', 'returned', 'too_small', 'other'] as const
export type Refused = (typeof refusals)[number]

const transferColumns = {
  id: uuid('id'),
  orderId: uuid('order_id'),
  recipient: text('recipient'),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  state: oneOf('state', ['asked', 'waiting', 'made']),
  tries: integer('tries'),
  providerTransferId: orNull(text('provider_transfer_id')),
  /** What of it was taken back. */
  reversed: minorUnits('reversed'),
  /** Why it waits, or waited when it was tried before. */
  refused: orNull(oneOf('refused', refusals)),
  reason: orNull(text('reason')),
  nextTryAt: orNull(time('next_try_at')),
}
const columns = selected(transferColumns)
export type TransferRow = RowOf<typeof transferColumns>

/** Orders with money for a seller who can be paid by the provider, without those that wait for a later try; and those under way. */
export async function listOrdersToTransfer(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (SELECT order_id AS id FROM transfers WHERE state = 'asked' ORDER BY since LIMIT ${limit})
    UNION (SELECT owed.order_id FROM owed_orders owed JOIN recipients r ON r.account_id = owed.seller_id
      WHERE r.status = 'ready' AND ${isTransferable} AND NOT EXISTS (
        SELECT FROM transfers t WHERE t.order_id = owed.order_id AND t.state = 'waiting' AND t.next_try_at > ${now})
      LIMIT ${limit})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The seller of an order, and the payment that paid for it by card; null without one. */
export async function findSource(db: Db, orderId: string): Promise<{ sellerId: string; intentId: string } | null> {
  const { rows } = await sql<{ sellerId: string; intentId: string }>`
    SELECT o.seller_id AS "sellerId", p.intent_id AS "intentId"
    FROM orders o JOIN payments p ON p.order_id = o.id AND p.refund_reason IS NULL WHERE o.id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** The transfer of an order that isn't made yet. */
export async function findOpenTransfer(db: Db, orderId: string): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`
    SELECT ${columns} FROM transfers WHERE order_id = ${orderId} AND state <> 'made'`.execute(db)
  return rows[0] ?? null
}

export async function findTransfer(db: Db, id: string): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`SELECT ${columns} FROM transfers WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findTransferAtProvider(db: Db, providerTransferId: string): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`
    SELECT ${columns} FROM transfers WHERE provider_transfer_id = ${providerTransferId}`.execute(db)
  return rows[0] ?? null
}

/** Whether anything was transferred for an order before. */
export async function hasTransfers(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM transfers WHERE order_id = ${orderId} AND state = 'made' LIMIT 1`.execute(db)
  return rows.length > 0
}

export interface SellersOrder {
  orderId: string
  currency: string
  /** Below zero where the seller owes it to the club. */
  amount: number
}

/**
 * An order with what is owed for it, and those of its seller that went below zero: locks them, and leaves out what is
 * disputed or under way.
 */
export async function lockSellersOrders(tx: Tx, sellerId: string, orderId: string): Promise<SellersOrder[]> {
  const relevant = sql`owed.seller_id = ${sellerId} AND (owed.order_id = ${orderId} OR owed.amount < 0)`
  await sql`
    SELECT id FROM orders WHERE id IN (SELECT owed.order_id FROM owed_orders owed WHERE ${relevant})
    ORDER BY id FOR UPDATE`.execute(tx)
  const { rows } = await sql<SellersOrder>`
    SELECT owed.order_id AS "orderId", owed.currency, owed.amount FROM owed_orders owed
    WHERE ${relevant} AND (owed.amount < 0 OR ${isTransferable}) AND NOT ${isUnderWay(sql`owed.order_id`)}
    ORDER BY owed.order_id`.execute(tx)
  return rows
}

/** Starts a try: of the order's open transfer, or of a new one. The amount is of this moment. */
export async function startTransfer(
  tx: Tx,
  open: TransferRow | null,
  { orderId, recipient, amount, currency }: Pick<TransferRow, 'orderId' | 'recipient' | 'amount' | 'currency'>,
  now: Date,
): Promise<TransferRow> {
  const { rows } = open
    ? await sql<TransferRow>`
        UPDATE transfers SET state = 'asked', tries = tries + 1, amount = ${amount}, recipient = ${recipient}, next_try_at = NULL
        WHERE id = ${open.id} RETURNING ${columns}`.execute(tx)
    : await sql<TransferRow>`
        INSERT INTO transfers (order_id, recipient, amount, currency, state, since)
        VALUES (${orderId}, ${recipient}, ${amount}, ${currency}, 'asked', ${now}) RETURNING ${columns}`.execute(tx)
  return rows[0]!
}

/** Marks a transfer as made, with what moved. False where it is already. */
export async function markTransferMade(
  tx: Tx,
  id: string,
  { providerTransferId, amount }: { providerTransferId: string; amount: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE transfers SET state = 'made', provider_transfer_id = ${providerTransferId}, amount = ${amount}, made_at = ${now},
      next_try_at = NULL, refused = NULL, reason = NULL WHERE id = ${id} AND state <> 'made'`.execute(tx)
  return numAffectedRows === 1n
}

/** Has a transfer wait for its next try. False where this try isn't under way any more. */
export async function putOffTransfer(
  tx: Tx,
  id: string,
  { tries, refused, reason, nextTryAt }: { tries: number; refused: Refused; reason: string | null; nextTryAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE transfers SET state = 'waiting', refused = ${refused}, reason = ${reason}, next_try_at = ${nextTryAt}
    WHERE id = ${id} AND state = 'asked' AND tries = ${tries}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether another transfer waits because the club's balance is too small. */
export async function isBalanceTooSmall(tx: Tx, besides: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM transfers t JOIN owed_orders owed ON owed.order_id = t.order_id AND owed.amount > 0
    WHERE t.refused = 'balance' AND t.state <> 'made' AND t.id <> ${besides} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Has a seller's transfers that wait for their account be tried at once. */
export async function wakeTransfersTo(tx: Tx, recipient: string, now: Date): Promise<void> {
  await sql`
    UPDATE transfers SET next_try_at = ${now}
    WHERE recipient = ${recipient} AND state = 'waiting' AND refused = 'recipient'`.execute(tx)
}

/** Days for which a transfer is watched. */
const WATCHED_DAYS = 30

/** Takes transfers whose reversal at the provider may have gone unreported; each once a day. */
export async function takeTransfersToWatch(db: Db, now: Date, limit: number): Promise<TransferRow[]> {
  const day = Math.floor(now.getTime() / DAY_MS)
  const { rows } = await sql<TransferRow>`
    UPDATE transfers SET watched_on = ${day} WHERE id IN (
      SELECT id FROM transfers WHERE state = 'made' AND reversed < amount AND watched_on <> ${day}
        AND made_at BETWEEN ${new Date(now.getTime() - WATCHED_DAYS * DAY_MS)} AND ${new Date(now.getTime() - DAY_MS)}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}
