import { isSame } from './access.ts'
import { hasCardNumber, readCard } from './cards.ts'
import { cancelIntent, confirmIntent, finishChallenge, openIntent, publicView, type Step } from './intents.ts'
import { newEvent, type PaymentError, type PaymentIntent, type Source } from './objects.ts'
import { readAmount, readMetadata, readMoney, readReturnPath, readText, readWord, requireKnown } from './parameters.ts'
import { refundAt, refundCharge } from './refunds.ts'
import { invalidRequest, missingParameter, noSuch, StripeRefusal } from './refusals.ts'
import type { Answer, StoreTransaction } from './store.ts'

/** A request, from the shop or a browser. */
export interface Call {
  /** Id from the path; empty without one. */
  id: string
  form: URLSearchParams
  access: 'secret' | 'publishable'
  now: Date
  allowedOrigins: readonly string[]
  challengeUrl: (sourceId: string) => string
}

/** Operation of a request, in one transaction. Throws StripeRefusal, which rolls it back. */
export type Operation = (tx: StoreTransaction, call: Call) => Promise<Answer>

const EXPAND = /^expand\[/
const METADATA = /^metadata\[/
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']
const CANCELLATIONS = [...REFUND_REASONS, 'abandoned']

export const createIntent: Operation = async (tx, { form, now }) => {
  requireKnown(form, [
    'amount',
    'currency',
    'description',
    'capture_method',
    'receipt_email',
    'statement_descriptor_suffix',
    /^allowed_payment_method_types\[/,
    METADATA,
  ])
  for (const [name, value] of form)
    if (name.startsWith('allowed_payment_method_types[') && value !== 'card')
      throw invalidRequest(`The payment method type "${value}" is invalid. The simulator knows cards only.`, {
        param: 'allowed_payment_method_types',
      })
  readWord(form, 'capture_method', ['automatic'])
  const texts = {
    description: readText(form, 'description', 1000),
    receipt_email: readText(form, 'receipt_email', 512),
    statement_descriptor_suffix: readText(form, 'statement_descriptor_suffix', 22),
  }
  const intent = openIntent({ ...readMoney(form), ...texts, metadata: readMetadata(form) }, now)
  await tx.save(intent, now)
  return { status: 200, body: intent }
}

export const retrieveIntent: Operation = async (tx, call) => {
  const { form, access } = call
  requireKnown(form, access === 'secret' ? ['client_secret', EXPAND] : ['client_secret'])
  const intent = await getIntent(tx, call, 'find')
  const body: Omit<Partial<PaymentIntent>, 'latest_charge'> & { latest_charge?: unknown } = view(intent, call)
  for (const [name, value] of form) {
    if (!EXPAND.test(name)) continue
    if (value !== 'latest_charge' && value !== 'latest_charge.balance_transaction')
      throw invalidRequest(`This property cannot be expanded (${value}).`, { param: 'expand' })
    if (intent.latest_charge) body.latest_charge = await tx.find(intent.latest_charge)
  }
  return { status: 200, body }
}

export const confirm: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, [
    'client_secret',
    'payment_method',
    'return_url',
    'use_stripe_sdk',
    'expected_payment_method_type',
    /^payment_method_data\[/,
  ])
  if (call.access === 'secret' && hasCardNumber(form)) throw numbersAreForBrowsers()
  const returnPath = readReturnPath(form, call.allowedOrigins)
  const intent = await getIntent(tx, call, 'lock')
  const inFrame = form.get('use_stripe_sdk') === 'true'
  const challenge = {
    url: call.challengeUrl,
    returnUrl: form.get('return_url'),
    returnPath: inFrame ? null : returnPath,
  }
  const step = confirmIntent(intent, readCard(form, now), challenge, now)
  await saveStep(tx, step, now)
  const error = step.intent.last_payment_error
  return error ? cardError(error, view(step.intent, call)) : { status: 200, body: view(step.intent, call) }
}

export const cancel: Operation = async (tx, call) => {
  requireKnown(call.form, ['cancellation_reason'])
  const intent = await getIntent(tx, call, 'lock')
  const cancelled = cancelIntent(intent, readWord(call.form, 'cancellation_reason', CANCELLATIONS), call.now)
  await tx.save(cancelled, call.now)
  await tx.enqueue(newEvent('payment_intent.canceled', cancelled, call.now), call.now)
  return { status: 200, body: cancelled }
}

export const createRefund: Operation = async (tx, { form, now }) => {
  requireKnown(form, ['payment_intent', 'amount', 'reason', METADATA])
  const id = form.get('payment_intent')
  if (id === null) throw missingParameter('payment_intent')
  const intent = await tx.find(id)
  if (intent?.object !== 'payment_intent') throw noSuch('payment_intent', id, 'payment_intent')
  const charge = intent.status === 'succeeded' && intent.latest_charge ? await tx.lock(intent.latest_charge) : null
  if (charge?.object !== 'charge')
    throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
  const reason = readWord(form, 'reason', REFUND_REASONS)
  const asked = { amount: readAmount(form), reason, metadata: readMetadata(form) }
  const refunded = refundCharge(charge, asked, now)
  await tx.save(refunded.refund, now)
  await tx.save(refunded.charge, now)
  await tx.enqueue(newEvent('charge.refunded', refunded.charge, now), now)
  const { refund } = refunded
  if (refund.fails_at !== undefined) {
    const failsAt = new Date(refund.fails_at * 1000)
    await tx.enqueue(newEvent('refund.failed', refundAt(refund, failsAt), failsAt), failsAt)
  }
  return { status: 200, body: refundAt(refund, now) }
}

export const retrieveRefund: Operation = async (tx, { id, form, now }) => {
  requireKnown(form, [])
  const refund = await tx.find(id)
  if (refund?.object !== 'refund') throw noSuch('refund', id, 'id')
  return { status: 200, body: refundAt(refund, now) }
}

export const listRefunds: Operation = async (tx, { form, now }) => {
  requireKnown(form, ['payment_intent', 'limit'])
  const intentId = form.get('payment_intent')
  if (intentId === null) throw missingParameter('payment_intent')
  const limitText = form.get('limit') ?? '10'
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > 100) throw invalidRequest(`Invalid integer: ${limitText}`, { param: 'limit' })
  const found = (await tx.listRefunds(intentId, limit + 1)).map((refund) => refundAt(refund, now))
  return {
    status: 200,
    body: { object: 'list', url: '/v1/refunds', has_more: found.length > limit, data: found.slice(0, limit) },
  }
}

/** The bank's challenge with its payment; null for an unknown id. */
export async function findChallenge(
  tx: StoreTransaction,
  sourceId: string,
): Promise<{ source: Source; intent: PaymentIntent } | null> {
  const source = await tx.find(sourceId)
  if (source?.object !== 'source') return null
  const intent = await tx.find(source.payment_intent)
  return intent?.object === 'payment_intent' ? { source, intent } : null
}

/** Answers the bank's challenge. A late answer changes nothing; returns the payment's present state. */
export async function answerChallenge(
  tx: StoreTransaction,
  sourceId: string,
  outcome: 'completed' | 'failed',
  now: Date,
): Promise<{ source: Source; intent: PaymentIntent } | null> {
  const found = await findChallenge(tx, sourceId)
  const intent = found && (await tx.lock(found.intent.id))
  if (!found || intent?.object !== 'payment_intent') return null
  const step = finishChallenge(intent, found.source, outcome, now)
  if (!step) return { source: found.source, intent }
  await saveStep(tx, step, now)
  return { source: step.source, intent: step.intent }
}

async function getIntent(tx: StoreTransaction, call: Call, how: 'find' | 'lock'): Promise<PaymentIntent> {
  const clientSecret = call.form.get('client_secret')
  if (call.access === 'publishable' && !clientSecret) throw missingParameter('client_secret')
  const intent = await tx[how](call.id)
  if (intent?.object !== 'payment_intent') throw noSuch('payment_intent', call.id, 'intent')
  if (clientSecret !== null && !isSame(clientSecret, intent.client_secret))
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  return intent
}

async function saveStep(tx: StoreTransaction, { intent, charge, source }: Step, now: Date): Promise<void> {
  for (const object of [intent, charge, source]) if (object) await tx.save(object, now)
  if (intent.status === 'succeeded') await tx.enqueue(newEvent('payment_intent.succeeded', intent, now), now)
  if (intent.last_payment_error) await tx.enqueue(newEvent('payment_intent.payment_failed', intent, now), now)
}

const view = (intent: PaymentIntent, { access }: Call) => (access === 'secret' ? intent : publicView(intent))

const cardError = (error: PaymentError, intent: Partial<PaymentIntent>): Answer => ({
  status: 402,
  body: { error: { ...error, payment_intent: intent } },
})

const numbersAreForBrowsers = () =>
  new StripeRefusal(402, {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
  })
