import { asOf } from './as-of.ts'
import { API_VERSION, newId, seconds, type StripeEvent, type StripeObject, type ThinEvent } from './objects.ts'

/** Types that a shop's webhook endpoint asks for; the others are only listed. */
const DELIVERED = new Set<StripeEvent['type'] | ThinEvent['type']>([
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'transfer.reversed',
  'payout.failed',
  'v2.core.account[configuration.recipient].capability_status_updated',
  'v2.core.account[requirements].updated',
])

/** Event with an object's state at its time. */
export function newEvent(type: StripeEvent['type'], object: StripeObject, now: Date): StripeEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(now),
    data: { object: asOf(object, now) },
    livemode: false,
    pending_webhooks: isDelivered(type) ? 1 : 0,
    request: { id: null, idempotency_key: null },
    type,
  }
}

/** Thin event about an account. */
export const newAccountEvent = (type: ThinEvent['type'], account: string, now: Date): ThinEvent => ({
  id: newId('evt'),
  object: 'v2.core.event',
  created: now.toISOString(),
  livemode: false,
  type,
  related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
})

/** Whether an event goes to the webhook endpoint. */
export const isDelivered = (type: StripeEvent['type'] | ThinEvent['type']): boolean => DELIVERED.has(type)
