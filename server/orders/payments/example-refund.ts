import { exampleIds } from '#contract/examples.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import type { RefundRow } from './refunds.sql.ts'

/** A refund of all of `exampleOrder()` by card, as examples of emails are written of it. */
export function exampleRefund(given: Partial<RefundRow> = {}): RefundRow {
  const { id: orderId, amount, currency, orderedAt } = exampleOrder()
  return {
    id: exampleIds.message,
    orderId,
    paymentId: exampleIds.account,
    amount,
    currency,
    actor: 'seller',
    actorId: null,
    reason: 'not_met',
    requestKey: null,
    providerRefundId: null,
    wantedAt: orderedAt,
    doneAt: orderedAt,
    failedAt: null,
    givenByHandAt: null,
    ...given,
  }
}
