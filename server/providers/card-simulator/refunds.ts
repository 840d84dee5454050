import { type Charge, newId, type Refund, seconds } from './objects.ts'
import { requireWhole } from './parameters.ts'
import { RefundRefusal } from './refusals.ts'

/** Gives money back: all that is left, or the amount asked for (minor units). Throws when nothing or too little is left. */
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
  }
  return { charge: { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left }, refund }
}
