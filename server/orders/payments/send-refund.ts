import type { Services } from '#server/services.ts'
import type { CardPayments } from '#server/ports/card-payments.ts'
import { recordDisputes } from '#server/orders/disputes/record-disputes.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import { getPayment } from './payments.sql.ts'
import { recordRefunds } from './record-refunds.ts'
import { findRefund, markRefundDone } from './refunds.sql.ts'

type SendServices = Pick<Services, 'db' | 'clock' | 'log'> & { cards: CardPayments }

/**
 * Asks the provider for a wanted refund, with its id as idempotency key, and marks it as done. Where the provider has
 * nothing left to refund, or the refund failed there, that is recorded instead. Called twice, or by two at once, the
 * money goes back once. Rejects where the provider does; the sweep retries.
 */
export async function sendRefund(services: SendServices, refundId: string): Promise<void> {
  const refund = await findRefund(services.db, refundId)
  if (!refund?.paymentId || refund.doneAt) return
  const { intentId } = await getPayment(services.db, refund.paymentId)
  const { amount, currency } = refund
  const made = await services.cards.refund({ refundId, intentId, amount, currency })
  // Until the bank has decided, the refund stays wanted.
  if (made === 'disputed') return recordDisputes(services, intentId)
  if (made === 'nothing_left' || made.isFailed) return recordRefunds(services, intentId)
  await services.db.transaction().execute(async (tx) => {
    await lockOrder(tx, refund.orderId)
    await markRefundDone(tx, refundId, made.providerRefundId, services.clock.now())
  })
}
