import type { Card } from './cards.ts'
import {
  type Charge,
  type Decline,
  newId,
  type NextAction,
  type PaymentError,
  type PaymentIntent,
  type PaymentMethod,
  seconds,
  type Source,
} from './objects.ts'
import { docUrl, unexpectedState } from './refusals.ts'

/** Outcome of a step: the intent's new state and the objects it made. */
export interface Step {
  intent: PaymentIntent
  charge?: Charge
  source?: Source
}

export interface ChallengeStep extends Step {
  source: Source
}

/** A new intent that waits for a card. */
export function openIntent(
  given: Pick<
    PaymentIntent,
    'amount' | 'currency' | 'description' | 'receipt_email' | 'statement_descriptor_suffix' | 'metadata'
  >,
  now: Date,
): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    ...given,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: seconds(now),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    allowed_payment_method_types: ['card'],
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  }
}

/**
 * Charges a card: paid, declined (the intent then waits for another card) or challenged by the bank. Replaces an open
 * challenge. Throws when the intent is over.
 */
export function confirmIntent(
  intent: PaymentIntent,
  card: Card,
  challenge: { url: (sourceId: string) => string; returnUrl: string | null; returnPath: string | null },
  now: Date,
): Step {
  if (intent.status === 'succeeded')
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      publicView(intent),
    )
  if (intent.status === 'canceled')
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      publicView(intent),
    )
  if (card.outcome.kind === 'pays') return paid(intent, card.method, now)
  if (card.outcome.kind === 'declines') return declined(intent, card.method, card.outcome.decline, now)

  const id = newId('src')
  const source: Source = {
    id,
    object: 'source',
    payment_intent: intent.id,
    url: challenge.url(id),
    return_path: challenge.returnPath,
    method: card.method,
    decline: card.outcome.decline,
    status: 'pending',
  }
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    payment_method: card.method.id,
    next_action: nextAction(source, challenge.returnUrl),
  }
  return { intent: waiting, source }
}

/** Ends the bank's challenge. Null when the intent no longer waits for it: paid, cancelled or tried again. */
export function finishChallenge(
  intent: PaymentIntent,
  source: Source,
  outcome: 'completed' | 'failed',
  now: Date,
): ChallengeStep | null {
  if (source.status !== 'pending' || challengeUrl(intent) !== source.url) return null
  const finished: Source = { ...source, status: outcome }
  if (outcome === 'failed') {
    const error: PaymentError = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      doc_url: docUrl('payment_intent_authentication_failure'),
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: source.method,
    }
    return { intent: waitsForAnotherCard(intent, error), source: finished }
  }
  const step = source.decline ? declined(intent, source.method, source.decline, now) : paid(intent, source.method, now)
  return { ...step, source: finished }
}

/** Cancels an unpaid intent. Throws when it is over already. */
export function cancelIntent(intent: PaymentIntent, reason: string | null, now: Date): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      publicView(intent),
    )
  return { ...intent, status: 'canceled', canceled_at: seconds(now), cancellation_reason: reason, next_action: null }
}

/** The fields a browser with the publishable key may see: none of the shop's own notes. */
export function publicView(intent: PaymentIntent): Partial<PaymentIntent> {
  const { metadata: _, latest_charge: __, amount_received: ___, ...visible } = intent
  return visible
}

/** Address of the pending challenge; null without one. */
function challengeUrl({ next_action: action }: PaymentIntent): string | null {
  if (!action) return null
  return action.type === 'redirect_to_url' ? action.redirect_to_url.url : action.use_stripe_sdk.stripe_js
}

function nextAction(source: Source, returnUrl: string | null): NextAction {
  if (source.return_path !== null && returnUrl !== null)
    return { type: 'redirect_to_url', redirect_to_url: { url: source.url, return_url: returnUrl } }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: source.url, source: source.id },
  }
}

function paid(intent: PaymentIntent, method: PaymentMethod, now: Date): Step {
  const charge = newCharge(intent, method, null, now)
  return {
    charge,
    intent: {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
    },
  }
}

function declined(intent: PaymentIntent, method: PaymentMethod, decline: Decline, now: Date): Step {
  const charge = newCharge(intent, method, decline, now)
  const error: PaymentError = {
    type: 'card_error',
    ...decline,
    charge: charge.id,
    doc_url: docUrl(decline.code),
    payment_method: method,
  }
  return { charge, intent: { ...waitsForAnotherCard(intent, error), latest_charge: charge.id } }
}

const waitsForAnotherCard = (intent: PaymentIntent, error: PaymentError): PaymentIntent => ({
  ...intent,
  status: 'requires_payment_method',
  last_payment_error: error,
  next_action: null,
  payment_method: null,
})

function newCharge(intent: PaymentIntent, method: PaymentMethod, decline: Decline | null, now: Date): Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: decline === null,
    created: seconds(now),
    currency: intent.currency,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: decline === null ? 'succeeded' : 'failed',
  }
}
