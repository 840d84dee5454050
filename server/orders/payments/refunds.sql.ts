import { sql } from 'kysely'
import { DAY_MS } from '#contract/duration.ts'
import { refundReasons, type RefundReason } from '#contract/orders/refunds.ts'
import {
  currencyCode,
  minorUnits,
  namesOf,
  oneOf,
  orNull,
  selected,
  text,
  time,
  uuid,
  valuesFor,
  type RowOf,
} from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { post, refundFrom } from '#server/orders/ledger/ledger.sql.ts'
import { toGiveByHand } from '#server/orders/orders.public.ts'

const newRefundColumns = {
  orderId: uuid('order_id'),
  /** Null where it was cash. */
  paymentId: orNull(uuid('payment_id')),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  actor: oneOf('actor', ['seller', 'admin', 'provider', 'system']),
  actorId: orNull(uuid('actor_id')),
  reason: orNull(oneOf('reason', Object.keys(refundReasons) as [RefundReason])),
  requestKey: orNull(text('request_key')),
  providerRefundId: orNull(text('provider_refund_id')),
  wantedAt: time('wanted_at'),
  /** Null while it is wanted only. */
  doneAt: orNull(time('done_at')),
}
const refundColumns = {
  ...newRefundColumns,
  id: uuid('id'),
  /** The provider made it, and it came back from the card's bank since. */
  failedAt: orNull(time('failed_at')),
  /** The club gave it back another way after that. */
  givenByHandAt: orNull(time('given_by_hand_at')),
}
const columns = selected(refundColumns)

export type NewRefund = RowOf<typeof newRefundColumns>
export type RefundRow = RowOf<typeof refundColumns>

/** With where its money is in the ledger: cash is back with the buyer, money of a card on its way. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    INSERT INTO refunds (${namesOf(newRefundColumns)}) VALUES (${valuesFor(newRefundColumns, refund)})
    RETURNING ${columns}`.execute(tx)
  const added = rows[0]!
  const { orderId, paymentId, wantedAt: at } = added
  if (!paymentId) await post(tx, { ...movedBy(added), kind: 'cash_refund', at })
  else await post(tx, { ...movedBy(added), kind: 'refund_wanted', from: await refundFrom(tx, orderId, paymentId), at })
  if (paymentId && added.doneAt) await post(tx, { ...movedBy(added), kind: 'refund_made', at: added.doneAt })
  return added
}

const movedBy = ({ id, orderId, amount, currency }: RefundRow) => ({ orderId, source: id, amount, currency })

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`SELECT ${columns} FROM refunds WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** All of an order, first things first. */
export async function listRefundsOfOrder(db: Db, orderId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    SELECT ${columns} FROM refunds WHERE order_id = ${orderId} ORDER BY turn`.execute(db)
  return rows
}

/** In minor units of their currency. */
export const sumOf = (refunds: readonly Pick<RefundRow, 'amount'>[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/** The provider gave it back. Changes nothing where it is done already. */
export async function markRefundDone(tx: Tx, id: string, providerRefundId: string, now: Date): Promise<void> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET done_at = ${now}, provider_refund_id = ${providerRefundId}
    WHERE id = ${id} AND done_at IS NULL RETURNING ${columns}`.execute(tx)
  if (rows[0]) await post(tx, { ...movedBy(rows[0]), kind: 'refund_made', at: now })
}

/** That the order `o` has such a refund. */
export const hasFailedRefund = sql`EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND ${toGiveByHand})`
/** The first, of a row that was read. */
export const isToGiveByHand = ({ failedAt, givenByHandAt }: RefundRow): boolean =>
  failedAt !== null && givenByHandAt === null

/** It came back from the card's bank. Answers whether that is news. */
export async function markRefundFailed(tx: Tx, { id }: RefundRow, now: Date): Promise<boolean> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET failed_at = ${now} WHERE id = ${id} AND failed_at IS NULL RETURNING ${columns}`.execute(tx)
  const failed = rows[0]
  if (failed) await post(tx, { ...movedBy(failed), kind: 'refund_failed', source: tryOf(failed), at: now })
  return failed !== undefined
}

/** The provider gave the money of a failed refund back by another one. */
export async function markRefundMadeAnew(tx: Tx, id: string, providerRefundId: string, now: Date): Promise<void> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET done_at = ${now}, failed_at = NULL, provider_refund_id = ${providerRefundId}
    WHERE id = ${id} RETURNING ${columns}`.execute(tx)
  for (const made of rows) await post(tx, { ...movedBy(made), kind: 'refund_made', source: tryOf(made), at: now })
}

/** The club gave the money of an order's failed refunds back another way. Answers those that it hadn't before. */
export async function markGivenByHand(tx: Tx, orderId: string, now: Date): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds r SET given_by_hand_at = ${now} WHERE order_id = ${orderId} AND ${toGiveByHand}
    RETURNING ${columns}`.execute(tx)
  for (const given of rows) await post(tx, { ...movedBy(given), kind: 'refund_by_hand', at: now })
  return rows
}

/** The same refund may be made, and fail, more than once. */
const tryOf = ({ id, providerRefundId }: RefundRow) => `${id} as ${providerRefundId}`

/** Takes back so much of a refund that is wanted only, or failed: the money went another way. */
export async function reduceRefund(tx: Tx, refund: RefundRow, by: number, now: Date): Promise<void> {
  const { id, amount, orderId, paymentId } = refund
  if (by < amount) await sql`UPDATE refunds SET amount = amount - ${by} WHERE id = ${id}`.execute(tx)
  else await sql`DELETE FROM refunds WHERE id = ${id}`.execute(tx)
  const to = paymentId ? await refundFrom(tx, orderId, paymentId) : 'cash'
  const source = `${id} down to ${amount - by}`
  await post(tx, { ...movedBy(refund), kind: 'refund_withdrawn', source, amount: by, to, at: now })
}

/** A number for a sweep that begins: higher than that of every sweep whose traces still matter. */
export async function nextRefundSweep(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT coalesce(max(sweep_turn), 0) + 1 AS turn FROM refunds WHERE done_at IS NULL`.execute(db)
  return rows[0]!.turn
}

/**
 * Takes some of the refunds that are wanted and not made yet, those that have waited longest. The same sweep, or another
 * at this moment, doesn't get them again.
 */
export async function takeRefundsToMake(db: Db, turn: number, limit: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET sweep_turn = ${turn} WHERE id IN (
      SELECT id FROM refunds WHERE done_at IS NULL AND sweep_turn < ${turn}
      ORDER BY sweep_turn, wanted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}

/** How long after it was made a refund may come back from the card's bank, in days. */
const MAY_FAIL_DAYS = 30

/** Takes some of the refunds that may have failed by now without a word of it; each one once a day, and not on its first. */
export async function takeRefundsToWatch(db: Db, now: Date, limit: number): Promise<RefundRow[]> {
  const day = Math.floor(now.getTime() / DAY_MS)
  const [from, to] = [MAY_FAIL_DAYS, 1].map((days) => new Date(now.getTime() - days * DAY_MS))
  // Once it is made, its turns are those days.
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET sweep_turn = ${day} WHERE id IN (
      SELECT id FROM refunds
      WHERE done_at BETWEEN ${from} AND ${to} AND failed_at IS NULL AND payment_id IS NOT NULL AND sweep_turn <> ${day}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}
