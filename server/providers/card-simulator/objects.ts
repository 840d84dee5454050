import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

// Stripe's objects as its SDK declares them, narrowed to what the simulator makes. Times are Unix seconds, amounts in
// Stripe's units: minor units, but hundredths of the króna and the Ugandan shilling. `internal` never leaves the store.

export interface PaymentIntent extends Stripe.PaymentIntent {
  client_secret: string
  latest_charge: string | null
  payment_method: string | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  /** What becomes of it once the buyer's bank has sent the money, or hasn't. */
  internal?: { at: number; becomes: Partial<PaymentIntent> }
}

export type NextAction = Stripe.PaymentIntent.NextAction
export type PaymentError = Stripe.PaymentIntent.LastPaymentError

export interface PaymentMethod extends Stripe.PaymentMethod {
  card?: Stripe.PaymentMethod.Card & { fingerprint: string }
}

export interface Charge extends Stripe.Charge {
  payment_intent: string
  payment_method_details: Stripe.Charge.PaymentMethodDetails
  internal?: {
    /** Amounts of refunds that fail, by the time at which they come back. */
    returns?: { at: number; amount: number }[]
    /** What becomes of a debit that is on its way. */
    settles?: { at: number; becomes: Partial<Charge> }
  }
}

export interface Refund extends Stripe.Refund {
  charge: string
  metadata: Record<string, string>
  payment_intent: string
  /** The fields that change at a later time. */
  internal?: { at: number; becomes: Pick<Stripe.Refund, 'status' | 'failure_reason' | 'failure_balance_transaction'> }
}

export interface Dispute extends Stripe.Dispute {
  charge: string
  payment_intent: string
}

export type BalanceTransaction = Stripe.BalanceTransaction
export type EarlyFraudWarning = Stripe.Radar.EarlyFraudWarning

export interface Transfer extends Stripe.Transfer {
  destination: string
  metadata: Record<string, string>
  source_transaction: string | null
}

export interface Reversal extends Stripe.TransferReversal {
  metadata: Record<string, string>
  transfer: string
}

/** A movement from a seller's account to their bank. */
export interface BankPayout extends Stripe.Payout {
  internal: { account: string }
}

/** What a seller did on the page that asks them for their bank. */
export type OnboardingOutcome = 'accepted' | 'checked' | 'incomplete' | 'refused' | 'bank_refuses'

/** A seller's account as it began; what has become of it is in `internal`. */
export interface RecipientAccount extends Stripe.V2.Core.Account {
  internal: { outcome: OnboardingOutcome | null; at: number }
}

/** A page on which a seller enters what the provider needs. Its id grants access to the page. */
export interface Onboarding {
  id: string
  object: 'onboarding'
  account: string
  return_url: string
  refresh_url: string
  /** Unix seconds. */
  expires_at: number
  is_used: boolean
}

/** A thin event: what it is about has to be asked for. */
export interface ThinEvent extends Omit<Stripe.V2.Core.EventBase, 'context'> {
  type: Stripe.V2.Core.Event['type']
  related_object: { id: string; type: string; url: string }
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
  status: 'pending' | 'completed' | 'failed'
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  /** The connected account that it comes from. */
  account?: string
  type: Stripe.Event['type']
}

export type StripeObject =
  | PaymentIntent
  | PaymentMethod
  | Charge
  | Refund
  | Dispute
  | BalanceTransaction
  | EarlyFraudWarning
  | Source
  | StripeEvent
  | Transfer
  | Reversal
  | BankPayout
  | RecipientAccount
  | Onboarding
  | ThinEvent

export type Kind = StripeObject['object']
/** The object of a kind: 'refund' → Refund. */
export type ObjectOf<K extends Kind> = Extract<StripeObject, { object: K }>

/** The API version that the simulator speaks: the one that the SDK pins. */
export const API_VERSION = '2026-10-28.endive'

/** Random id in Stripe's form that can't be guessed. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(18).toString('hex')}`

/** Unix seconds of a moment. */
export const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
