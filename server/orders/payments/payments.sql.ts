import { sql } from 'kysely'
import {
  currencyCode,
  minorUnits,
  namesOf,
  orNull,
  text,
  time,
  uuid,
  valuesFor,
  type RowOf,
} from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { columnsUnder, select, type SelectedRow } from '#server/database/selection.ts'
import { insertMovement } from '#server/orders/ledger/ledger.sql.ts'

const newPaymentColumns = {
  orderId: uuid('order_id'),
  intentId: text('intent_id'),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  /** Reason of a full refund, where the payment paid for nothing. */
  refundReason: orNull(text('refund_reason')),
  recordedAt: time('recorded_at'),
  /** The method that paid, as the card provider names it. */
  method: text('method'),
  /** Last four digits of the card; null where the provider doesn't send them. */
  cardLastFour: orNull(text('card_last_four')),
}
const paymentColumns = { ...newPaymentColumns, id: uuid('id') }

const selection = {
  ...columnsUnder(paymentColumns, 'p'),
  /** Sum of its refunds, made or wanted, in minor units. */
  refunded: sql<number>`(SELECT coalesce(sum(r.amount), 0)::int FROM refunds r WHERE r.payment_id = p.id)`,
  /** What its lost disputes took of the rest, in minor units. */
  lost: sql<number>`(SELECT coalesce(sum(d.borne), 0)::int FROM disputes d WHERE d.payment_id = p.id)`,
}
export type PaymentRow = SelectedRow<typeof selection>
const columns = select(selection)

export async function findPayment(db: Db, intentId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`SELECT ${columns} FROM payments p WHERE intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}

export async function getPayment(db: Db, id: string): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`SELECT ${columns} FROM payments p WHERE id = ${id}`.execute(db)
  return rows[0]!
}

/** The payment that paid for an order, refunded or not. */
export async function findCountingPayment(db: Db, orderId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    SELECT ${columns} FROM payments p WHERE order_id = ${orderId} AND refund_reason IS NULL`.execute(db)
  return rows[0] ?? null
}

/** Inserts a payment with its movement in the ledger. Returns its id. */
export async function insertPayment(
  tx: Tx,
  payment: Omit<RowOf<typeof newPaymentColumns>, 'recordedAt'>,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payments (${namesOf(newPaymentColumns)})
    VALUES (${valuesFor(newPaymentColumns, { ...payment, recordedAt: now })}) RETURNING id`.execute(tx)
  const { id } = rows[0]!
  const { orderId, amount, currency } = payment
  await insertMovement(tx, { orderId, kind: 'card_payment', source: id, amount, currency, at: now })
  return id
}

/** Stores an event's id; false for a duplicate. */
export async function insertEvent(db: Db, event: { id: string; type: string }, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO payment_events (id, type, received_at) VALUES (${event.id}, ${event.type}, ${now})
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}
