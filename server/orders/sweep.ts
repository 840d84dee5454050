import { reconcilePayment } from '#server/orders/payments/reconcile-payment.ts'
import { getPayment } from '#server/orders/payments/payments.sql.ts'
import { recordRefunds } from '#server/orders/payments/record-refunds.ts'
import { nextRefundSweep, takeRefundsToMake, takeRefundsToWatch } from '#server/orders/payments/refunds.sql.ts'
import { sendRefund } from '#server/orders/payments/send-refund.ts'
import type { Services } from '#server/services.ts'
import { inBatches } from './in-batches.ts'
import { nextOrderSweep, takeOrdersToSweep } from './orders.sql.ts'
import { takeTimeStep } from './take-time-step.ts'

type SweepServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'>

/** Items of each kind per sweep; the next sweep continues. */
const AT_MOST = 500

/**
 * Makes due steps, and catches up on what was lost between two steps: payments whose event never came, refunds that
 * weren't sent, or failed unreported. The longest waiting come first, so that none starves behind others that stay open
 * or keep failing. Each item is independent; a failure is logged and retried by the next sweep. Two sweeps at once
 * share the work.
 */
export async function sweep(services: SweepServices, atMost = AT_MOST): Promise<void> {
  const { db, clock, cards, log } = services
  const orders = await nextOrderSweep(db)
  await inBatches(log, atMost, {
    take: (limit) => takeOrdersToSweep(db, orders, clock.now(), limit),
    work: async ({ id, intentId, isDue }) => {
      if (intentId && cards) await reconcilePayment({ ...services, cards }, intentId)
      if (isDue) await takeTimeStep(services, id)
    },
    facts: ({ id }) => ({ orderId: id }),
    failed: 'the sweep could not look after an order; it will be tried again',
  })
  if (!cards) return
  const refunds = await nextRefundSweep(db)
  await inBatches(log, atMost, {
    take: (limit) => takeRefundsToMake(db, refunds, limit),
    work: ({ id }) => sendRefund({ ...services, cards }, id),
    facts: ({ orderId, id }) => ({ orderId, refundId: id }),
    failed: 'a refund could not be made; it will be tried again',
  })
  await inBatches(log, atMost, {
    take: (limit) => takeRefundsToWatch(db, clock.now(), limit),
    work: async ({ paymentId }) => recordRefunds({ ...services, cards }, (await getPayment(db, paymentId!)).intentId),
    facts: ({ orderId, id }) => ({ orderId, refundId: id }),
    failed: 'the card provider could not be asked whether a refund has failed; it will be asked again tomorrow',
  })
}
