import type { Refund } from '#contract/orders/refunds.ts'
import { isPaidState } from '#contract/orders/order-life.ts'
import type { Db } from '#server/database/schema.ts'
import type { OrderRow } from '#server/orders/orders.sql.ts'
import { refundable } from './add-refund.ts'
import { findCountingPayment } from './payments.sql.ts'
import { isToGiveByHand, listRefundsOfOrder, type RefundRow } from './refunds.sql.ts'

/** Refunds of an order, oldest first, and the amount that can still be refunded. */
export async function refundsOf(db: Db, order: OrderRow): Promise<{ refunds: Refund[]; refundable: number }> {
  const rows = await listRefundsOfOrder(db, order.id)
  const payment = isPaidState(order.state) && !order.paysInCash ? await findCountingPayment(db, order.id) : null
  const counting = rows.filter(({ paymentId }) => paymentId === (payment?.id ?? null))
  return {
    refunds: rows.map(shapeRefund),
    refundable: isPaidState(order.state) ? refundable(order, payment, counting) : 0,
  }
}

const whoOf = { seller: 'seller', admin: 'club', system: 'club', provider: 'card provider' } as const

/** Refund row → contract, the same for both sides: without accounts and the provider's ids. */
const shapeRefund = (row: RefundRow): Refund => ({
  amount: row.amount,
  who: whoOf[row.actor],
  reason: row.reason,
  at: row.wantedAt,
  isDone: row.doneAt !== null && !isToGiveByHand(row),
  isFailed: isToGiveByHand(row),
  isByHand: row.givenByHandAt !== null,
})
