import { nextOrderState } from '#contract/orders/order-life.ts'
import { addJob } from '#server/database/add-job.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder, type IntentOfOrder } from '#server/orders/orders.sql.ts'
import { isTimeUp } from '#server/orders/orders.rules.ts'
import type { IntentReport } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'

/**
 * Notes with an unpaid order that the buyer's bank is sending the payment, which stops the order's time; or that the bank
 * didn't send it in the end: the buyer gets an email and may pay another way in the time that is left, and without any
 * the claim expires. `before` is what was known when the provider was asked: an answer is dropped where another one was
 * written since. Called twice, nothing happens the second time.
 */
export async function noteProcessing(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  status: IntentReport['status'],
  before: IntentOfOrder,
): Promise<void> {
  const isProcessing = status === 'processing'
  // A success is recorded with its payment.
  if (status === 'succeeded' || isProcessing === (before.processingSince !== null)) return
  const transition = isProcessing ? 'bank_sends_payment' : 'bank_refuses_payment'
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, before.orderId)
    if (!order || order.processingSince?.getTime() !== before.processingSince?.getTime()) return
    if (!nextOrderState(order.state, transition)) return
    const now = clock.now()
    await moveOrder(tx, order, transition, { by: { as: 'provider' }, now })
    if (isProcessing) return
    const { orderId } = before
    if (isTimeUp({ ...order, isPaymentProcessing: false }, now)) await addJob(tx, 'expire_claim', { orderId })
    else await orderNewsMail.book(tx, { orderId, to: 'buyer', news: 'payment_failed', since: now.toISOString() })
  })
}
