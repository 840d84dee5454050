import { readPriceText } from '#contract/currencies.ts'
import { nextOrderState, type OrderState } from '#contract/order-life.ts'
import { refuse } from '#contract/problems.ts'
import type { IntentReport } from '#server/ports/card-payments.ts'

/** What arrived money means for an order: where it goes, and why the money goes back where it does. */
export function effectOfPayment(
  order: { id: string; state: OrderState; amount: number; currency: string },
  report: Pick<IntentReport, 'orderId' | 'amount' | 'currency'>,
): { nextState: OrderState | null; refundReason: string | null } {
  if (report.amount !== order.amount || report.currency !== order.currency.toLowerCase()) {
    return { nextState: null, refundReason: 'the amount is not the order’s' }
  }
  const paid = nextOrderState(order.state, 'buyer_pays')
  if (paid) return { nextState: paid, refundReason: null }
  const refunded = nextOrderState(order.state, 'late_payment_arrives')
  return { nextState: refunded, refundReason: `the order was ${order.state} when the payment arrived` }
}

/** Refuses when the price a request names, as text, is not the order's. */
export function requireSamePrice(named: string, order: { amount: number; currency: string }): void {
  if (readPriceText(named, order.currency) !== order.amount) {
    refuse('price_mismatch', 'The price doesn’t match this order. Please reload the page.', [
      { field: 'resalePrice', message: 'Use the price of the order' },
    ])
  }
}
