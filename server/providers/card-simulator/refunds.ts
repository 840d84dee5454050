import { asOf } from './as-of.ts'
import { newTransaction } from './balance.ts'
import { newEvent } from './events.ts'
import type { BalanceTransaction, Charge, Dispute, Refund, StripeEvent, StripeObject } from './objects.ts'
import { newId, seconds } from './objects.ts'
import { requireWhole } from './parameters.ts'
import { StateRefusal } from './refusals.ts'
import { testCard } from './test-cards.ts'

/** How long a test card's refund looks as it did at first. */
const CHANGES_AFTER_SECONDS = 10

interface AskedRefund {
  /** In Stripe's units; null for all that is left. */
  amount: number | null
  reason: Refund['reason']
  metadata: Record<string, string>
}

/** A refund, the objects that it made or changed, and the events about it, now and later. */
interface RefundStep {
  refund: Refund
  others: StripeObject[]
  events: StripeEvent[]
}

/** Refunds a charge: all that is left, or a part. Throws when too little is left, or a bank took the money back. */
export function refundCharge(charge: Charge, disputes: Dispute[], asked: AskedRefund, now: Date): RefundStep {
  if (disputes.some((dispute) => !dispute.is_charge_refundable))
    throw new StateRefusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount - asOf(charge, now).amount_refunded
  if (left === 0)
    throw new StateRefusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = asked.amount ?? left
  if (amount > left)
    throw new StateRefusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  requireWhole(amount, charge.currency)
  return makeRefund(charge, { ...asked, amount }, now)
}

function makeRefund(charge: Charge, asked: AskedRefund & { amount: number }, now: Date): RefundStep {
  const { refund: behaves } = testCard(charge.payment_method_details.card?.fingerprint ?? '') ?? {}
  const changesAt = new Date(now.getTime() + CHANGES_AFTER_SECONDS * 1000)
  const at = seconds(changesAt)
  const id = newId('re')
  const words = `REFUND FOR CHARGE${charge.description ? ` (${charge.description})` : ''}`
  const paid = movement(charge, { id, amount: -asked.amount, type: 'refund', words }, now)
  const returned =
    behaves === 'fails'
      ? movement(charge, { id, amount: asked.amount, type: 'refund_failure', words: 'REFUND FAILURE' }, changesAt)
      : null
  const refund: Refund = {
    ...newRefund(charge, id, asked, now),
    balance_transaction: paid.id,
    ...(behaves === 'pending' && {
      status: 'pending',
      pending_reason: 'processing',
      internal: { at, becomes: { status: 'succeeded' } },
    }),
    ...(returned && { internal: { at, becomes: failure(returned) } }),
  }
  const returns = [...(charge.internal?.returns ?? []), ...(returned ? [{ at, amount: asked.amount }] : [])]
  const refunded: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + asked.amount,
    ...(returns.length > 0 && { internal: { returns } }),
  }
  const later = refund.internal && (returned ? 'refund.failed' : 'refund.updated')
  return {
    refund,
    others: [refund, refunded, paid, ...(returned ? [returned] : [])],
    events: [
      newEvent('refund.created', refund, now),
      newEvent('charge.refunded', refunded, now),
      ...(later ? [newEvent(later, refund, changesAt)] : []),
    ],
  }
}

const failure = (returned: BalanceTransaction) => ({
  status: 'failed',
  failure_reason: 'expired_or_canceled_card',
  failure_balance_transaction: returned.id,
})

const newRefund = (charge: Charge, id: string, asked: AskedRefund & { amount: number }, now: Date): Refund => ({
  id,
  object: 'refund',
  ...asked,
  balance_transaction: null,
  charge: charge.id,
  created: seconds(now),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  ...(charge.payment_method_details.card && {
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
  }),
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})

const movement = (
  { currency }: Charge,
  { id, amount, type, words }: { id: string; amount: number; type: 'refund' | 'refund_failure'; words: string },
  at: Date,
) => newTransaction({ type, reporting_category: type, amount, currency, description: words, source: id }, at)
