import { priceText } from '#contract/money/currency-digits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { makeOrderPaid, recordPayment } from '#contract/orders/payments.ts'
import { call } from '#client/api/call.ts'

/**
 * Tells our server of a payment that the provider called succeeded; it asks the provider itself. As often as you like.
 * Throws ProblemError and ConnectionError.
 */
export async function reportPayment(order: Order, transactionId: string): Promise<void> {
  const resalePrice = priceText(order.book.resalePrice)
  await call(recordPayment, { body: { resalePrice, transactionId, email: order.email, orderInfoId: order.id } })
  await call(makeOrderPaid, { params: { orderId: order.id }, body: { isPaid: true } })
}
