import { sql } from 'kysely'
import {
  currencyCode,
  minorUnits,
  namesOf,
  orNull,
  selected,
  text,
  time,
  uuid,
  valuesFor,
  type RowOf,
} from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'

const newPaymentColumns = {
  orderId: uuid('order_id'),
  intentId: text('intent_id'),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  refundReason: orNull(text('refund_reason')),
  recordedAt: time('recorded_at'),
}
const paymentColumns = { ...newPaymentColumns, id: uuid('id'), refundedAt: orNull(time('refunded_at')) }
const columns = selected(paymentColumns)

export type PaymentRow = RowOf<typeof paymentColumns>

export async function findPayment(db: Db, intentId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`SELECT ${columns} FROM payments WHERE intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}

/** The payment that paid for an order, and has not gone back and need not. */
export async function findStandingPayment(tx: Tx, orderId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    SELECT ${columns} FROM payments WHERE order_id = ${orderId} AND refund_reason IS NULL AND refunded_at IS NULL`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The payment must go back; the sweep sees to it. */
export async function setRefundReason(tx: Tx, intentId: string, reason: string): Promise<void> {
  await sql`UPDATE payments SET refund_reason = ${reason} WHERE intent_id = ${intentId}`.execute(tx)
}

export async function insertPayment(
  tx: Tx,
  payment: Omit<RowOf<typeof newPaymentColumns>, 'recordedAt'>,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO payments (${namesOf(newPaymentColumns)})
    VALUES (${valuesFor(newPaymentColumns, { ...payment, recordedAt: now })})`.execute(tx)
}

const isDue = sql`refund_reason IS NOT NULL AND refunded_at IS NULL`

/** A number for a sweep that begins: higher than that of every sweep whose traces still matter. */
export async function nextRefundSweep(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT coalesce(max(sweep_turn), 0) + 1 AS turn FROM payments WHERE ${isDue}`.execute(db)
  return rows[0]!.turn
}

/**
 * Takes some of the payments that must go back and have not gone yet, those that have waited longest. The same sweep,
 * or another at this moment, doesn't get them again.
 */
export async function takePaymentsToRefund(db: Db, turn: number, limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    UPDATE payments SET sweep_turn = ${turn} WHERE id IN (
      SELECT id FROM payments WHERE ${isDue} AND sweep_turn < ${turn}
      ORDER BY sweep_turn, recorded_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(db)
  return rows
}

export async function markRefunded(
  db: Db,
  intentId: string,
  refund: { refundId: string | null; reason: string },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE payments SET refunded_at = ${now}, refund_id = coalesce(${refund.refundId}, refund_id),
      refund_reason = coalesce(refund_reason, ${refund.reason})
    WHERE intent_id = ${intentId} AND refunded_at IS NULL`.execute(db)
}

/** False when this event was here before. */
export async function insertEvent(db: Db, event: { id: string; type: string }, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO payment_events (id, type, received_at) VALUES (${event.id}, ${event.type}, ${now})
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}
