import { behaviourOf } from './cards.ts'
import { newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { newEvent } from './events.ts'
import { publicView } from './intents.ts'
import type { EarlyFraudWarning, NextAction, PaymentError, PaymentIntent } from './objects.ts'
import type { Charge, Source } from './objects.ts'
import { newId, seconds } from './objects.ts'
import type { GivenMethod } from './methods/other-methods.ts'
import { sendLater } from './send-later.ts'
import type { Step } from './step.ts'
import { docUrl, invalidRequest, missingParameter, unexpectedState } from './refusals.ts'
import type { Behaviour, Decline } from './test-cards.ts'

/** How a payment is confirmed: where the bank's question is asked, and whether the buyer is there to answer. */
export interface Confirmation {
  url: (sourceId: string) => string
  returnUrl: string | null
  returnPath: string | null
  /** Whether a card's question is asked in a frame of the shop's page. */
  isFramed?: boolean
  isBuyerAway?: boolean
  /** Whether the payment fails instead of asking. */
  mustNotAsk?: boolean
}

/**
 * Charges a card or another method: paid, declined (the intent then waits for another card), on its way, or challenged
 * by the bank. Replaces an open challenge. Throws when the intent is over or on its way.
 */
export function confirmIntent(intent: PaymentIntent, card: GivenMethod, confirmation: Confirmation, now: Date): Step {
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
  if (intent.status === 'processing')
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has a status of processing. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      publicView(intent),
    )
  const { method, behaviour } = card
  requireType(intent, method)
  const { isBuyerAway = false, mustNotAsk = false } = confirmation
  const asks = behaviour.asks === 'always' || (behaviour.asks === 'on session' && !isBuyerAway)
  if (!asks) return charge(intent, card, {}, now)
  if (isBuyerAway || mustNotAsk) return charge(intent, { method, behaviour: { decline: needsTheBuyer } }, {}, now)

  const id = newId('src')
  if (behaviour.isRedirect && confirmation.returnPath === null) throw missingParameter('return_url')
  const source: Source = {
    id,
    object: 'source',
    payment_intent: intent.id,
    url: confirmation.url(id),
    return_path: confirmation.isFramed && !behaviour.isRedirect ? null : confirmation.returnPath,
    method,
    status: 'pending',
  }
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    payment_method: method.id,
    next_action: nextAction(source, confirmation.returnUrl),
  }
  return {
    intent: waiting,
    others: [method, source],
    events: [newEvent('payment_intent.requires_action', waiting, now)],
  }
}

function requireType(intent: PaymentIntent, { type }: GivenMethod['method']): void {
  if (intent.payment_method_types.includes(type)) return
  throw invalidRequest(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
    { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
  )
}

const needsTheBuyer: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Ends the bank's challenge. Null when the intent no longer waits for it: paid, cancelled or tried again. */
export function finishChallenge(
  intent: PaymentIntent,
  source: Source,
  outcome: 'completed' | 'failed',
  now: Date,
): (Step & { source: Source }) | null {
  if (source.status !== 'pending' || challengeUrl(intent) !== source.url) return null
  const finished: Source = { ...source, status: outcome }
  if (outcome === 'completed') {
    const step = charge(
      intent,
      { method: source.method, behaviour: behaviourOf(source.method) },
      { isAuthenticated: true },
      now,
    )
    return { ...step, others: [...step.others, finished], source: finished }
  }
  const error: PaymentError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: docUrl('payment_intent_authentication_failure'),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: source.method,
  }
  const open = waitsForAnotherCard(intent, error)
  return {
    intent: open,
    others: [finished],
    events: [newEvent('payment_intent.payment_failed', open, now)],
    source: finished,
  }
}

/** Address of the pending challenge; undefined without one. */
function challengeUrl({ next_action: action }: PaymentIntent): unknown {
  return action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.['stripe_js']
}

function nextAction(source: Source, returnUrl: string | null): NextAction {
  if (source.return_path !== null && returnUrl !== null)
    return { type: 'redirect_to_url', redirect_to_url: { url: source.url, return_url: returnUrl } }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: source.url, source: source.id },
  }
}

/** Asks the bank for the money. A dispute of a test card comes at once. */
function charge(
  intent: PaymentIntent,
  { method, behaviour }: GivenMethod,
  how: Parameters<typeof newCharge>[3],
  now: Date,
): Step {
  const { decline, takesSeconds, ...rest } = behaviour
  if (takesSeconds !== undefined) {
    const end = { method, behaviour: { ...rest, ...(decline && { decline }) } }
    return sendLater(intent, method, takesSeconds, now, (at, begun) => charge(intent, end, { begun }, at))
  }
  const made = newCharge(intent, method, behaviour, how, now)
  if (decline) {
    const { isBlocked: _, ...details } = decline
    const error: PaymentError = {
      type: 'card_error',
      ...details,
      charge: made.charge.id,
      doc_url: docUrl(decline.code),
      payment_method: method,
    }
    const open = { ...waitsForAnotherCard(intent, error), latest_charge: made.charge.id }
    return {
      intent: open,
      others: [method, made.charge],
      events: [newEvent('charge.failed', made.charge, now), newEvent('payment_intent.payment_failed', open, now)],
    }
  }
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.charge.id,
    next_action: null,
    payment_method: method.id,
  }
  const after = aftermath(made.charge, behaviour, now)
  return {
    intent: paid,
    others: [method, made.charge, ...(made.transaction ? [made.transaction] : []), ...after.others],
    events: [
      newEvent('charge.succeeded', made.charge, now),
      newEvent('payment_intent.succeeded', paid, now),
      ...after.events,
    ],
  }
}

/** What follows a payment: a dispute, or the bank's warning of one. */
function aftermath(paid: Charge, behaviour: Behaviour, now: Date): Pick<Step, 'others' | 'events'> {
  if (behaviour.dispute) {
    const { dispute, transaction, events } = openDispute(paid, behaviour.dispute, now)
    return {
      others: [dispute, ...(transaction ? [transaction] : [])],
      events: events.map((type) => newEvent(type, dispute, now)),
    }
  }
  if (!behaviour.hasFraudWarning) return { others: [], events: [] }
  const warning: EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: paid.id,
    created: seconds(now),
    fraud_type: 'misc',
    livemode: false,
    payment_intent: paid.payment_intent,
  }
  return { others: [warning], events: [newEvent('radar.early_fraud_warning.created', warning, now)] }
}

const waitsForAnotherCard = (intent: PaymentIntent, error: PaymentError): PaymentIntent => ({
  ...intent,
  status: 'requires_payment_method',
  last_payment_error: error,
  next_action: null,
  payment_method: null,
})
