import { type Charge, newId, type Refund, seconds } from './objects.ts'
import { requireWhole } from './parameters.ts'
import { RefundRefusal } from './refusals.ts'
import { REFUND_FAILS } from './cards.ts'

/** How long a failing refund seems to have succeeded. */
const FAILS_AFTER_SECONDS = 10

/** Refunds a charge: all that is left, or the given amount (minor units). Throws when too little is left. */
export function refundCharge(
  charge: Charge,
  asked: { amount: number | null; reason: string | null; metadata: Record<string, string> },
  now: Date,
): { charge: Charge; refund: Refund } {
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw new RefundRefusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = asked.amount ?? left
  if (amount > left)
    throw new RefundRefusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  requireWhole(amount, charge.currency)
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: seconds(now),
    currency: charge.currency,
    metadata: asked.metadata,
    payment_intent: charge.payment_intent,
    reason: asked.reason,
    status: 'succeeded',
    ...(charge.payment_method_details.card.last4 === REFUND_FAILS && { fails_at: seconds(now) + FAILS_AFTER_SECONDS }),
  }
  return { charge: { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left }, refund }
}

/** State of a refund at a time. */
export function refundAt({ fails_at: failsAt, ...refund }: Refund, now: Date): Refund {
  if (failsAt === undefined || failsAt > seconds(now)) return refund
  return { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
}
