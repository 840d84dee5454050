import { formatMoney } from '#contract/wording.ts'
import { priceStep } from '#contract/money/currencies.ts'
import type { RefundReason } from '#contract/orders/refunds.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { barsRefunds } from '#contract/orders/disputes.ts'
import { listDisputesOfOrder } from '#server/orders/disputes/disputes.sql.ts'
import { refundMail } from './refund-mail.ts'
import type { Tx } from '#server/database/schema.ts'
import type { OrderRow } from '#server/orders/orders.sql.ts'
import { findCountingPayment, type PaymentRow } from './payments.sql.ts'
import { insertRefund, listRefundsOfOrder, sumOf, type RefundRow } from './refunds.sql.ts'

export interface WantedRefund {
  /** Minor units of the order's currency; `all` for all that is left. */
  amount: number | 'all'
  by: { as: 'seller' | 'admin'; id: string }
  reason: RefundReason
  now: Date
  /** Idempotency key of the browser; the same key gives the same refund. */
  key?: string | undefined
  /** Whether another email of the caller's tells both sides. */
  isTold?: boolean
}

export interface AddedRefund {
  refund: RefundRow
  /** Minor units that the seller keeps; 0 after a full refund. */
  left: number
  /** Whether the key was used before; nothing was added. */
  isKnown: boolean
}

/**
 * Adds a refund of a part or of all that is left, and books both emails unless the caller tells. Runs in the caller's transaction on an order
 * that it has locked. Doesn't move the order: where nothing is `left`, the caller moves it to `refunded`. After the
 * commit, `sendRefund` asks the provider at once; without it the sweep does, within a minute. Cash is given back by
 * hand, and counts as done. Refuses orders without money to give back, or whose payment the bank has taken
 * (`order_not_open`), and at the field `amount` less than one unit, more than is left, or finer than cards take (`invalid_input`).
 */
export async function addRefund(
  may: Refuses<'order_not_open'>,
  tx: Tx,
  order: OrderRow,
  { amount: wanted, by, reason, now, key, isTold = false }: WantedRefund,
): Promise<AddedRefund> {
  const payment = await findCountingPayment(tx, order.id)
  const refunds = await listRefundsOfOrder(tx, order.id)
  const counting = refunds.filter(({ paymentId }) => paymentId === (payment?.id ?? null))
  const left = refundable(order, payment, counting)
  const known = key === undefined ? undefined : counting.find(({ requestKey }) => requestKey === key)
  if (known) return { refund: known, left, isKnown: true }
  const disputes = (await listDisputesOfOrder(tx, order.id)).filter(({ paymentId }) => paymentId === payment?.id)
  if (barsRefunds(disputes))
    may.refuse(
      'order_not_open',
      'The buyer’s bank has taken this payment back while it looks into it. Nothing can be refunded until it has decided.',
    )
  if (left <= 0) may.refuse('order_not_open', 'There’s nothing left to refund on this order.')
  const amount = wanted === 'all' ? left : requireAmount(wanted, left, order.currency)
  const refund = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment?.id ?? null,
    amount,
    currency: order.currency,
    actor: by.as,
    actorId: by.id,
    reason,
    requestKey: key ?? null,
    providerRefundId: null,
    wantedAt: now,
    doneAt: payment ? null : now,
  })
  if (!isTold) for (const to of ['buyer', 'seller'] as const) await refundMail.book(tx, { refundId: refund.id, to })
  return { refund, left: left - amount, isKnown: false }
}

/**
 * Amount of an order that can still be refunded, in minor units: by card what cards paid, by hand what was paid in
 * cash.
 */
export function refundable(
  order: Pick<OrderRow, 'amount' | 'paysInCash' | 'paidAt'>,
  payment: Pick<PaymentRow, 'amount' | 'lost'> | null,
  refunds: readonly { amount: number }[],
): number {
  const paid = payment ? payment.amount - payment.lost : order.paysInCash && order.paidAt ? order.amount : 0
  return paid - sumOf(refunds)
}

function requireAmount(amount: number, left: number, currency: string): number {
  const [most, step] = [formatMoney({ minor: left, currency }), priceStep(currency)]
  const atField = (message: string) => refuse('invalid_input', message, [{ field: 'amount', message }])
  if (!Number.isSafeInteger(amount) || amount < 1) return atField(`Write an amount up to ${most}`)
  if (amount > left) return atField(`At most ${most} is left to refund`)
  return amount % step === 0 ? amount : atField('End the amount with a 0: cards can’t be refunded any finer')
}
