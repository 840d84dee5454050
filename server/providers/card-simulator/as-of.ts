import { accountAt } from './connect/accounts.ts'
import type { BankPayout, Charge, PaymentIntent, Refund, StripeObject } from './objects.ts'
import { seconds } from './objects.ts'

/** An object as Stripe would answer it at a time: without internal fields, and with what time has changed. */
export function asOf<T extends StripeObject>(object: T, now: Date): T {
  const at = seconds(now)
  if (object.object === 'payment_intent') {
    const { internal: _, ...intent } = settled<PaymentIntent>(object, now)
    return intent as T
  }
  if (object.object === 'charge') return chargeAt(settled<Charge>(object, now), at) as T
  if (object.object === 'refund') return refundAt(object, at) as T
  if (object.object === 'v2.core.account') return accountAt(object, at) as T
  if (object.object === 'payout') return bare(object) as T
  if (object.object === 'balance_transaction')
    return { ...object, status: object.available_on <= at ? 'available' : 'pending' }
  if (object.object === 'dispute') {
    const { due_by: dueBy } = object.evidence_details
    return { ...object, evidence_details: { ...object.evidence_details, past_due: dueBy !== null && dueBy < at } }
  }
  return object
}

/** An intent or a charge whose money was on its way, as it is stored from the time on at which that is over. */
export function settled<T extends PaymentIntent | Charge>(object: T, now: Date): T {
  const { internal, ...rest } = object
  const end = internal && ('settles' in internal ? internal.settles : 'becomes' in internal ? internal : undefined)
  return end && end.at <= seconds(now) ? ({ ...rest, ...end.becomes } as T) : object
}

/** What of a charge was refunded at a time: refunds that failed until then have come back. */
function chargeAt({ internal, ...charge }: Charge, at: number): Charge {
  const returned = internal?.returns?.filter((each) => each.at <= at).reduce((sum, { amount }) => sum + amount, 0) ?? 0
  const amount_refunded = charge.amount_refunded - returned
  return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
}

function refundAt({ internal, ...refund }: Refund, at: number): Refund {
  if (!internal || internal.at > at) return refund
  const { pending_reason: _, ...settled } = refund
  return { ...settled, ...internal.becomes }
}

function bare(payout: BankPayout): Omit<BankPayout, 'internal'> {
  const { internal: _, ...rest } = payout
  return rest
}
