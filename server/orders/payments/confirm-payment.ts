import { isPaidState } from '#contract/orders/order-life.ts'
import type { Refuses } from '#contract/problems.ts'
import { getOrderOf } from '#server/orders/list-orders.ts'
import type { Services } from '#server/services.ts'
import type { PaymentRow } from './payments.sql.ts'
import { reconcilePayment, withCards } from './reconcile-payment.ts'

type ConfirmServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'> &
  Refuses<'not_found' | 'not_paid' | 'cards_off'>

/**
 * Confirms a payment that the buyer's browser reports. The report proves nothing, so the provider is asked. Refuses
 * orders of others, payments of another order, and those that the provider doesn't call succeeded. Called twice, it
 * returns the same record.
 */
export async function confirmPayment(
  services: ConfirmServices,
  buyerId: string,
  reported: { orderId: string; transactionId: string },
): Promise<{ paymentId: string }> {
  const order = await getOrderOf(services, 'buyer', buyerId, reported.orderId)
  const payment =
    order.intentId === reported.transactionId ? await reconcilePayment(withCards(services), order.intentId) : null
  return { paymentId: requirePaid(services, payment).id }
}

/** Reconciles the order's own payment with the provider. Refuses where there is no success yet. */
export async function reconcileOrder(
  services: ConfirmServices,
  buyerId: string,
  orderId: string,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const order = await getOrderOf(services, 'buyer', buyerId, orderId)
  requirePaid(services, order.intentId ? await reconcilePayment(withCards(services), order.intentId) : null)
  return { matchedCount: 1, modifiedCount: isPaidState(order.state) ? 0 : 1 }
}

function requirePaid(may: Refuses<'not_paid'>, payment: PaymentRow | null): PaymentRow {
  if (!payment) return may.refuse('not_paid', 'The card provider has no successful payment for this order.')
  if (payment.refundReason !== null) {
    return may.refuse('not_paid', `This payment doesn’t count. You get it back in full: ${payment.refundReason}.`)
  }
  if (payment.refunded + payment.lost === payment.amount)
    return may.refuse('not_paid', 'This payment was given back in full.')
  return payment
}
