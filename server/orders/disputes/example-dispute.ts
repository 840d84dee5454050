import { DAY_MS } from '#contract/duration.ts'
import { exampleIds } from '#contract/examples.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import type { DisputeRow } from './disputes.sql.ts'

/** A dispute about all of `exampleOrder()`, as examples of emails are written of it. */
export function exampleDispute(given: Partial<DisputeRow> = {}): DisputeRow {
  const { id: orderId, amount, orderedAt } = exampleOrder()
  return {
    id: exampleIds.message,
    orderId,
    paymentId: exampleIds.account,
    providerDisputeId: 'dp_example',
    counts: true,
    status: 'needs_response',
    isInquiry: false,
    amount,
    respondBy: new Date(orderedAt.getTime() + 9 * DAY_MS),
    openedAt: orderedAt,
    endedAt: null,
    withdrawn: amount,
    taken: 0,
    borne: 0,
    cost: 1500,
    changes: 1,
    ...given,
  }
}
