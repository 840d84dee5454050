import { readPriceText } from '#contract/currencies.ts'
import { nextOrderState, type OrderState, type OrderTransition } from '#contract/order-life.ts'
import { refuse } from '#contract/problems.ts'
import type { IntentReport } from '#server/ports/card-payments.ts'

/** What arrived money means for an order: what it does, and why the money goes back where it does. */
export function effectOfPayment(
  order: { id: string; state: OrderState; amount: number; currency: string },
  report: Pick<IntentReport, 'orderId' | 'amount' | 'currency'>,
): { transition: OrderTransition | null; refundReason: string | null } {
  if (report.amount !== order.amount || report.currency !== order.currency.toLowerCase()) {
    return { transition: null, refundReason: 'the amount is not the order’s' }
  }
  if (nextOrderState(order.state, 'buyer_pays')) return { transition: 'buyer_pays', refundReason: null }
  const isLate = nextOrderState(order.state, 'late_payment_arrives') !== null
  return {
    transition: isLate ? 'late_payment_arrives' : null,
    refundReason: `the order was ${order.state} when the payment arrived`,
  }
}

/** Refuses when the price a request names, as text, is not the order's. */
export function requireSamePrice(named: string, order: { amount: number; currency: string }): void {
  if (readPriceText(named, order.currency) !== order.amount) {
    refuse('price_mismatch', 'The price doesn’t match this order. Please reload the page.', [
      { field: 'resalePrice', message: 'Use the price of the order' },
    ])
  }
}
