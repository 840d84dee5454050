import { randomBytes } from 'node:crypto'

/** Stripe's objects, with the fields that the simulator fills. Times are Unix seconds. */
export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  /** In Stripe's units: minor units, but hundredths of the króna and the Ugandan shilling. */
  amount: number
  amount_received: number
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic'
  client_secret: string
  confirmation_method: 'automatic'
  created: number
  currency: string
  description: string | null
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: NextAction | null
  payment_method: string | null
  receipt_email: string | null
  statement_descriptor_suffix: string | null
  allowed_payment_method_types: ['card']
  payment_method_types: ['card']
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
}

export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string; source: string } }

export interface PaymentError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  decline_code?: string
  doc_url?: string
  charge?: string
  payment_method?: PaymentMethod
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  billing_details: { name: string | null; email: string | null }
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  created: number
  livemode: false
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  billing_details: PaymentMethod['billing_details']
  captured: boolean
  created: number
  currency: string
  description: string | null
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Record<string, string>
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: PaymentMethod['card'] }
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'succeeded' | 'failed'
  failure_reason?: 'expired_or_canceled_card'
  /** Not on the wire: when the bank returns the refund. */
  fails_at?: number
}

/** A 3-D Secure challenge: the bank's page that a buyer passes or fails. Its id grants access to the page. */
export interface Source {
  id: string
  object: 'source'
  payment_intent: string
  /** Address of the page, as a path of this server. */
  url: string
  /** Return path after the challenge; null when the page is in a frame. */
  return_path: string | null
  method: PaymentMethod
  /** Decline after a passed challenge; null when it succeeds. */
  decline: Decline | null
  status: 'pending' | 'completed' | 'failed'
}

export interface Decline {
  code: string
  message: string
  decline_code?: string
}

export type StripeObject = PaymentIntent | Charge | Refund | Source

export interface StripeEvent {
  id: string
  object: 'event'
  created: number
  data: { object: StripeObject }
  livemode: false
  pending_webhooks: 1
  type:
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'charge.refunded'
    | 'refund.failed'
}

/** Random id in Stripe's form that can't be guessed. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(18).toString('hex')}`

/** Unix seconds of a moment. */
export const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Webhook event with an object's present state. */
export function newEvent(type: StripeEvent['type'], object: StripeObject, now: Date): StripeEvent {
  return {
    id: newId('evt'),
    object: 'event',
    created: seconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    type,
  }
}
