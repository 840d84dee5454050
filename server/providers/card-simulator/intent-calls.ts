import { isSame } from './access.ts'
import { asOf, settled } from './as-of.ts'
import { answer, type Call, type Operation } from './call.ts'
import { findMethod, hasCardNumber, readMethod } from './cards.ts'
import { confirmIntent } from './confirm.ts'
import { newEvent } from './events.ts'
import { expand } from './expand.ts'
import { cancelIntent, openIntent, publicView, updateIntent } from './intents.ts'
import type { PaymentIntent } from './objects.ts'
import type { GivenMethod } from './methods/other-methods.ts'
import { METADATA, readFlag, readMetadata, readMoney, readReturnPath, readWord, requireKnown } from './parameters.ts'
import { readGiven } from './given-intent.ts'
import { REFUND_REASONS } from './refund-calls.ts'
import { invalidRequest, missingParameter, noSuch, StripeRefusal } from './refusals.ts'
import type { Step } from './step.ts'
import type { Answer, StoreTransaction } from './store.ts'

const ABOUT_METHOD = ['payment_method', /^payment_method_data\[/]
const ABOUT_TYPES = [/^allowed_payment_method_types\[/, /^excluded_payment_method_types\[/]
const ABOUT_CONFIRMATION = [
  ...ABOUT_METHOD,
  /^radar_options\[/,
  'return_url',
  'use_stripe_sdk',
  'off_session',
  'error_on_requires_action',
  'receipt_email',
  'setup_future_usage',
]
const ABOUT_INTENT = [
  ...ABOUT_TYPES,
  'amount',
  'capture_method',
  'currency',
  'customer',
  'description',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
  METADATA,
]

export const createIntent: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, [...ABOUT_INTENT, ...ABOUT_CONFIRMATION, 'confirm', /^automatic_payment_methods\[/])
  const card = await readShopsCard(tx, call)
  const isConfirmed = readFlag(form, 'confirm') === true
  for (const name of ['off_session', 'error_on_requires_action', 'return_url'])
    if (form.has(name) && !isConfirmed)
      throw invalidRequest(`You can only set \`${name}\` when \`confirm\` is set to \`true\`.`, { param: name })
  const money = readMoney(form)
  const given = { ...readGiven(form, money.currency), ...money, payment_method: card?.method.id ?? null }
  const intent = openIntent({ description: null, ...given, metadata: readMetadata(form) }, now)
  await tx.enqueue([newEvent('payment_intent.created', intent, now)], now)
  if (isConfirmed) return confirmWith(tx, intent, card, call)
  await tx.save([intent, ...(card ? [card.method] : [])], now)
  return answer(tx, intent, call)
}

export const changeIntent: Operation = async (tx, call) => {
  requireKnown(call.form, [...ABOUT_INTENT, ...ABOUT_METHOD])
  const { form, now } = call
  const card = await readShopsCard(tx, call)
  const intent = await getIntent(tx, call, 'lock')
  const money = form.has('amount') || form.has('currency') ? readMoney(form, intent) : {}
  const given = { ...readGiven(form, intent.currency), ...money, ...(card && { payment_method: card.method.id }) }
  const updated = updateIntent(intent, given, readMetadata(form))
  await tx.save([updated, ...(card ? [card.method] : [])], now)
  return answer(tx, updated, call)
}

export const retrieveIntent: Operation = async (tx, call) => {
  requireKnown(call.form, ['client_secret'])
  return view(tx, await getIntent(tx, call, 'find'), call)
}

export const confirm: Operation = async (tx, call) => {
  requireKnown(call.form, [...ABOUT_CONFIRMATION, ...ABOUT_TYPES, 'client_secret', 'expected_payment_method_type'])
  const card = call.access === 'secret' ? await readShopsCard(tx, call) : await readMethod(call.form, tx, call.now)
  const intent = await getIntent(tx, call, 'lock')
  return confirmWith(tx, { ...intent, ...readGiven(call.form, intent.currency) }, card, call)
}

export const cancel: Operation = async (tx, call) => {
  requireKnown(call.form, ['cancellation_reason'])
  const intent = await getIntent(tx, call, 'lock')
  const reason = readWord(call.form, 'cancellation_reason', [...REFUND_REASONS, 'abandoned'])
  const cancelled = cancelIntent(intent, reason, call.now)
  await tx.save([cancelled], call.now)
  await tx.enqueue([newEvent('payment_intent.canceled', cancelled, call.now)], call.now)
  return answer(tx, cancelled, call)
}

/** Saves the outcome of a step, and the events about it. */
export async function saveStep(tx: StoreTransaction, { intent, others, events }: Step, now: Date): Promise<void> {
  await tx.save([intent, ...others], now)
  await tx.enqueue(events, now)
}

/** Confirms with the card of the request, or the one that the intent has. */
async function confirmWith(
  tx: StoreTransaction,
  intent: PaymentIntent,
  given: GivenMethod | null,
  call: Call,
): Promise<Answer> {
  const { form, now } = call
  const returnPath = readReturnPath(form, call.allowedOrigins)
  const card = given ?? (intent.payment_method ? await findMethod(intent.payment_method, tx, now) : null)
  if (!card)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state' },
    )
  const confirmation = {
    url: call.challengeUrl,
    returnUrl: form.get('return_url'),
    returnPath,
    isFramed: readFlag(form, 'use_stripe_sdk') === true,
    isBuyerAway: readFlag(form, 'off_session') === true,
    mustNotAsk: readFlag(form, 'error_on_requires_action') === true,
  }
  const step = confirmIntent(intent, card, confirmation, now)
  await saveStep(tx, step, now)
  const shown = await view(tx, step.intent, call)
  const error = step.intent.last_payment_error
  return error ? { status: 402, body: { error: { ...error, payment_intent: shown.body } } } : shown
}

/** The card of the shop's request, which must not hold a number. */
async function readShopsCard(tx: StoreTransaction, { form, now }: Call): Promise<GivenMethod | null> {
  if (!hasCardNumber(form)) return readMethod(form, tx, now)
  throw new StripeRefusal(402, {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
  })
}

async function getIntent(tx: StoreTransaction, call: Call, how: 'find' | 'lock'): Promise<PaymentIntent> {
  const clientSecret = call.form.get('client_secret')
  if (call.access === 'publishable' && !clientSecret) throw missingParameter('client_secret')
  const found = await tx[how](call.id)
  if (found?.object !== 'payment_intent') throw noSuch('payment_intent', call.id, 'intent')
  const intent = settled(found, call.now)
  if (clientSecret !== null && !isSame(clientSecret, intent.client_secret))
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  return intent
}

/** The intent as the caller may see it. */
async function view(tx: StoreTransaction, intent: PaymentIntent, call: Call): Promise<Answer> {
  if (call.access === 'secret') return answer(tx, intent, call)
  return { status: 200, body: await expand(tx, publicView(asOf(intent, call.now)), call) }
}
