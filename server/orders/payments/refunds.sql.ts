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
import { insertMovement, refundFrom } from '#server/orders/ledger/ledger.sql.ts'
import { toGiveByHand } from '#server/orders/orders.public.ts'

const newRefundColumns = {
  orderId: uuid('order_id'),
  /** Null for cash. */
  paymentId: orNull(uuid('payment_id')),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  actor: oneOf('actor', ['seller', 'admin', 'provider', 'system']),
  actorId: orNull(uuid('actor_id')),
  reason: orNull(oneOf('reason', Object.keys(refundReasons) as [RefundReason])),
  requestKey: orNull(text('request_key')),
  providerRefundId: orNull(text('provider_refund_id')),
  wantedAt: time('wanted_at'),
  /** Null until the refund is made. */
  doneAt: orNull(time('done_at')),
}
const refundColumns = {
  ...newRefundColumns,
  id: uuid('id'),
  /** When the card's bank returned it after it was made. */
  failedAt: orNull(time('failed_at')),
  /** When the club then gave it back by hand. */
  givenByHandAt: orNull(time('given_by_hand_at')),
}
const columns = selected(refundColumns)

export type NewRefund = RowOf<typeof newRefundColumns>
export type RefundRow = RowOf<typeof refundColumns>

/** Inserts a refund with its movements in the ledger: cash is back with the buyer, card money on its way. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    INSERT INTO refunds (${namesOf(newRefundColumns)}) VALUES (${valuesFor(newRefundColumns, refund)})
    RETURNING ${columns}`.execute(tx)
  const added = rows[0]!
  const { orderId, paymentId, wantedAt: at } = added
  if (!paymentId) await insertMovement(tx, { ...movedBy(added), kind: 'cash_refund', at })
  else
    await insertMovement(tx, {
      ...movedBy(added),
      kind: 'refund_wanted',
      from: await refundFrom(tx, orderId, paymentId),
      at,
    })
  if (paymentId && added.doneAt) await insertMovement(tx, { ...movedBy(added), kind: 'refund_made', at: added.doneAt })
  return added
}

const movedBy = ({ id, orderId, amount, currency }: RefundRow) => ({ orderId, source: id, amount, currency })

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`SELECT ${columns} FROM refunds WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** All refunds of an order, oldest first. */
export async function listRefundsOfOrder(db: Db, orderId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    SELECT ${columns} FROM refunds WHERE order_id = ${orderId} ORDER BY turn`.execute(db)
  return rows
}

/** Sum of refunds, in minor units of their currency. */
export const sumOf = (refunds: readonly Pick<RefundRow, 'amount'>[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/** Marks a refund as made by the provider. Changes nothing where it is done already. */
export async function markRefundDone(tx: Tx, id: string, providerRefundId: string, now: Date): Promise<void> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET done_at = ${now}, provider_refund_id = ${providerRefundId}
    WHERE id = ${id} AND done_at IS NULL RETURNING ${columns}`.execute(tx)
  if (rows[0]) await insertMovement(tx, { ...movedBy(rows[0]), kind: 'refund_made', at: now })
}

/** True of an order `o` with such a refund. */
export const hasFailedRefund = sql`EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND ${toGiveByHand})`
/** `toGiveByHand` of a row. */
export const isToGiveByHand = ({ failedAt, givenByHandAt }: RefundRow): boolean =>
  failedAt !== null && givenByHandAt === null

/** Marks a refund as failed at the card's bank. Returns whether that is news. */
export async function markRefundFailed(tx: Tx, { id }: RefundRow, now: Date): Promise<boolean> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET failed_at = ${now} WHERE id = ${id} AND failed_at IS NULL RETURNING ${columns}`.execute(tx)
  const failed = rows[0]
  if (failed) await insertMovement(tx, { ...movedBy(failed), kind: 'refund_failed', source: tryOf(failed), at: now })
  return failed !== undefined
}

/** Marks a failed refund as made by a second one of the provider. */
export async function markRefundReplaced(tx: Tx, id: string, providerRefundId: string, now: Date): Promise<void> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET done_at = ${now}, failed_at = NULL, provider_refund_id = ${providerRefundId}
    WHERE id = ${id} RETURNING ${columns}`.execute(tx)
  for (const made of rows)
    await insertMovement(tx, { ...movedBy(made), kind: 'refund_made', source: tryOf(made), at: now })
}

/** Marks an order's failed refunds as given back by hand. Returns those newly marked. */
export async function markGivenByHand(tx: Tx, orderId: string, now: Date): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds r SET given_by_hand_at = ${now} WHERE order_id = ${orderId} AND ${toGiveByHand}
    RETURNING ${columns}`.execute(tx)
  for (const given of rows) await insertMovement(tx, { ...movedBy(given), kind: 'refund_by_hand', at: now })
  return rows
}

/** Source of a movement: the same refund may be made, and fail, more than once. */
const tryOf = ({ id, providerRefundId }: RefundRow) => `${id} as ${providerRefundId}`

/** Reduces a wanted or failed refund: the money went another way. */
export async function reduceRefund(tx: Tx, refund: RefundRow, by: number, now: Date): Promise<void> {
  const { id, amount, orderId, paymentId } = refund
  if (by < amount) await sql`UPDATE refunds SET amount = amount - ${by} WHERE id = ${id}`.execute(tx)
  else await sql`DELETE FROM refunds WHERE id = ${id}`.execute(tx)
  const to = paymentId ? await refundFrom(tx, orderId, paymentId) : 'cash'
  const source = `${id} down to ${amount - by}`
  await insertMovement(tx, { ...movedBy(refund), kind: 'refund_withdrawn', source, amount: by, to, at: now })
}

/** True of a refund `r` that the provider won't make while the bank has the payment. */
const isBarred = sql`EXISTS (
  SELECT FROM disputes d WHERE d.payment_id = r.payment_id AND d.ended_at IS NULL AND NOT d.is_inquiry)`

/** Number of a new sweep, higher than those of all earlier sweeps. */
export async function nextRefundSweep(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT coalesce(max(sweep_turn), 0) + 1 AS turn FROM refunds WHERE done_at IS NULL`.execute(db)
  return rows[0]!.turn
}

/**
 * Takes a batch of wanted refunds, longest waiting first. No other sweep gets them at the same time, and this one not
 * again.
 */
export async function takeRefundsToMake(db: Db, turn: number, limit: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET sweep_turn = ${turn} WHERE id IN (
      SELECT id FROM refunds r WHERE done_at IS NULL AND sweep_turn < ${turn} AND NOT (${isBarred})
      ORDER BY sweep_turn, wanted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}

/** Days after which a refund can't come back from the card's bank any more. */
const MAY_FAIL_DAYS = 30

/** Takes refunds whose failure may have gone unreported; each once a day, from its second day on. */
export async function takeRefundsToWatch(db: Db, now: Date, limit: number): Promise<RefundRow[]> {
  const day = Math.floor(now.getTime() / DAY_MS)
  const [from, to] = [MAY_FAIL_DAYS, 1].map((days) => new Date(now.getTime() - days * DAY_MS))
  // For made refunds, `sweep_turn` counts the days looked at.
  const { rows } = await sql<RefundRow>`
    UPDATE refunds SET sweep_turn = ${day} WHERE id IN (
      SELECT id FROM refunds
      WHERE done_at BETWEEN ${from} AND ${to} AND failed_at IS NULL AND payment_id IS NOT NULL AND sweep_turn <> ${day}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}
