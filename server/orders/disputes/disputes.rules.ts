import type { OrderTransition } from '#contract/orders/order-life.ts'
import type { ProviderDispute } from '#server/ports/card-payments.ts'
import type { DisputeRow } from './disputes.sql.ts'

export type DisputeTransition = Extract<OrderTransition, `bank_${string}`>

/**
 * The provider's report in the payment's currency. Of a dispute in another currency all of the payment counts: what it
 * will be at the end nobody knows yet.
 */
export function inCurrencyOf(payment: { amount: number; currency: string }, dispute: ProviderDispute): ProviderDispute {
  if (dispute.currency.toUpperCase() === payment.currency) return dispute
  const { amount } = payment
  return { ...dispute, amount, withdrawn: dispute.withdrawn > 0 ? amount : 0, cost: null }
}

/** Whether a report says anything that isn't stored yet. */
export function isNews(known: DisputeRow, report: ProviderDispute): boolean {
  return (
    known.status !== report.status ||
    known.isInquiry !== report.isInquiry ||
    known.amount !== report.amount ||
    known.withdrawn !== report.withdrawn ||
    (report.cost !== null && known.cost !== report.cost) ||
    known.respondBy?.getTime() !== report.respondBy?.getTime()
  )
}

export const isOver = ({ status }: Pick<ProviderDispute, 'status'>): boolean => status === 'closed' || status === 'lost'

/**
 * What a report means for the order; null where only amounts or days changed. `borne`: of the payment by the seller, and
 * `left` afterwards, in minor units.
 */
export function transitionOf(
  known: Pick<DisputeRow, 'status' | 'isInquiry' | 'borne'> | null,
  report: Pick<ProviderDispute, 'status' | 'isInquiry'>,
  { borne, left }: { borne: number; left: number },
): DisputeTransition | null {
  if (report.status === 'lost') {
    // More only where the bank's money moved after its decision.
    if (known?.status === 'lost' && borne <= known.borne) return null
    return left > 0 ? 'bank_keeps_part' : 'bank_keeps'
  }
  // Opened and closed before we heard of it: nothing has changed.
  if (report.status === 'closed') return known && known.status !== 'closed' ? 'bank_gives_in' : null
  if (known && !isOver(known) && (!known.isInquiry || report.isInquiry)) return null
  return report.isInquiry ? 'bank_asks' : 'bank_disputes'
}
