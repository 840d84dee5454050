import type { Stripe } from 'stripe'
import { providerUnits } from '#contract/money/currencies.ts'
import type { AskedRefund, CardPayments, EventSubject, IntentReport } from '#server/ports/card-payments.ts'
import { type Clock, systemClock } from '#server/ports/clock.ts'
import { AmountRefused } from '#server/ports/provider-error.ts'
import { stripeDisputes } from './disputes.ts'
import { readEvent, refusalNotes } from './payment-events.ts'
import { asking, askingTogether, CardProviderError, openClient, unless } from './stripe-client.ts'

interface Options {
  secretKey: string
  /** Of each of the provider's destinations that send here; separated by commas. */
  webhookSecret: string
  /**
   * Base address of another server with Stripe's API, below which `/v1` lies. Read at the first call, so that the
   * server may not listen yet. Default: Stripe.
   */
  api?: () => URL
  clock?: Clock
  log?: { warn(details: object, message: string): void }
}

/** Card payments by Stripe. Loads and connects with the first call. */
export function stripePayments({ secretKey, webhookSecret, api, clock = systemClock, log }: Options): CardPayments {
  let client: Stripe | undefined
  const noteRefusal = refusalNotes(clock, log)
  const isLive = /^[a-z]+_live_/.test(secretKey)
  const webhookSecrets = webhookSecret.split(',')
  const stripe = () => (client ??= openClient(secretKey, api?.()))

  return {
    async openIntent({ orderId, amount, currency, description, methods = 'card' }) {
      const intent = await askingTogether(() =>
        stripe().paymentIntents.create(
          {
            amount: amount * providerUnits(currency.toUpperCase()),
            currency: currency.toLowerCase(),
            description,
            ...(methods === 'account'
              ? { automatic_payment_methods: { enabled: true } }
              : { allowed_payment_method_types: ['card'] }),
            metadata: { orderId },
          },
          // Idempotency key by order: concurrent requests make one intent. Other methods are another request.
          { idempotencyKey: methods === 'account' ? `order-${orderId}-account` : `order-${orderId}` },
        ),
      ).catch(refusedAmount)
      return { intentId: intent.id, clientSecret: clientSecretOf(intent) }
    },

    async findIntent(intentId) {
      if (!isIntentId(intentId)) return null
      const intent = await asking(
        stripe().paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] }),
      ).catch(unless('resource_missing', null))
      return intent && report(intent)
    },

    cancelIntent: (intentId) => cancelIntent(stripe(), intentId),

    refund: (asked) => refund(stripe(), asked),

    async listRefunds(intentId) {
      return (await listRefunds(stripe(), intentId)).map((made) => ({
        providerRefundId: made.id,
        refundId: made.metadata?.['refundId'] ?? null,
        amount: made.amount / providerUnits(made.currency.toUpperCase()),
        isFailed: isFailed(made),
      }))
    },

    disputes: stripeDisputes(stripe),

    verifyEvent(rawBody, signature) {
      const event = readEvent(stripe(), { webhookSecrets, isLive }, { rawBody, signature, now: clock.now() })
      if (!('refused' in event)) return event
      noteRefusal(event.why)
      return { refused: event.refused }
    },

    findIntentId: (subject) => findIntentId(stripe(), subject),
  }
}

/** Cancels an open intent; says what became of any other. */
async function cancelIntent(sdk: Stripe, intentId: string): ReturnType<CardPayments['cancelIntent']> {
  // Stripe cancels some payments that a bank is sending; for the buyer each is paid.
  const before = await asking(sdk.paymentIntents.retrieve(intentId))
  if (statusOf(before.status) === 'processing') return 'processing'
  const cancelled = await asking(sdk.paymentIntents.cancel(intentId)).catch(
    unless('payment_intent_unexpected_state', null),
  )
  const intent = cancelled ?? (await asking(sdk.paymentIntents.retrieve(intentId)))
  const status = statusOf(intent.status)
  if (status !== 'open') return status
  throw new CardProviderError(`The payment can't be cancelled while it is ${intent.status}`)
}

/** Asks for the charge, refund or dispute, because a payload proves nothing. */
async function findIntentId(sdk: Stripe, { kind, id }: EventSubject): Promise<string | null> {
  if (kind === 'payment') return id
  const { charges, refunds, disputes } = sdk
  const found: { payment_intent?: Reference; charge?: Reference } | null = await asking<object>(
    { charge: charges, refund: refunds, dispute: disputes }[kind].retrieve(id),
  ).catch(unless('resource_missing', null))
  if (!found || found.payment_intent || kind === 'charge') return idOf(found?.payment_intent)
  const charge = idOf(found.charge)
  return charge && findIntentId(sdk, { kind: 'charge', id: charge })
}

type Reference = string | { id: string } | null | undefined
const idOf = (reference: Reference): string | null =>
  (typeof reference === 'object' ? reference?.id : reference) ?? null

function refusedAmount(error: unknown): never {
  const isTheAmount = error instanceof CardProviderError && /^amount_too_(small|large)$/.test(error.code ?? '')
  throw isTheAmount ? new AmountRefused(error.message) : error
}

async function refund(
  sdk: Stripe,
  { refundId, intentId, amount, currency }: AskedRefund,
): ReturnType<CardPayments['refund']> {
  // Stripe drops idempotency keys after a day, but lists the refunds it made.
  const known = (await listRefunds(sdk, intentId)).find(({ metadata }) => metadata?.['refundId'] === refundId)
  const units = amount * providerUnits(currency.toUpperCase())
  // The amount is part of the key: a refund may have become smaller since it was refused.
  const idempotencyKey = `refund-${refundId}-${units}`
  const asked = { payment_intent: intentId, amount: units, metadata: { refundId } }
  const made = known ?? (await askingTogether(() => sdk.refunds.create(asked, { idempotencyKey })).catch(whyNone))
  return typeof made === 'string' ? made : { providerRefundId: made.id, isFailed: isFailed(made) }
}

/** One page is enough: no payment has more refunds. */
async function listRefunds(sdk: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  const refunds = await asking(sdk.refunds.list({ payment_intent: intentId, limit: 100 }))
  return refunds.data.toReversed()
}

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** Stripe's refusal has no code of its own where only a part is left. */
function whyNone(error: unknown): 'nothing_left' | 'disputed' {
  if (!(error instanceof CardProviderError)) throw error
  if (error.code === 'charge_disputed') return 'disputed'
  if (error.code === 'charge_already_refunded' || /greater than unrefunded/.test(error.message)) return 'nothing_left'
  throw error
}

// Ids come from browsers: only a well-formed id becomes part of an address.
const isIntentId = (id: string) => /^pi_\w{1,250}$/.test(id)

function clientSecretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new CardProviderError('The payment has no client secret')
  return intent.client_secret
}

function report(intent: Stripe.PaymentIntent): IntentReport {
  const units = providerUnits(intent.currency.toUpperCase())
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    intentId: intent.id,
    clientSecret: clientSecretOf(intent),
    status: statusOf(intent.status),
    orderId: intent.metadata['orderId'] ?? null,
    amount: intent.amount / units,
    currency: intent.currency,
    refunded: (charge?.amount_refunded ?? 0) / units,
    isDisputed: charge?.disputed ?? false,
    cost: costOf(charge, units),
    method: (intent.status === 'succeeded' && charge?.payment_method_details?.type) || null,
    cardLastFour: intent.status === 'succeeded' ? lastFourOf(charge) : null,
  }
}

function lastFourOf(charge: Stripe.Charge | null): string | null {
  const digits = charge?.payment_method_details?.card?.last4
  return digits && /^\d{4}$/.test(digits) ? digits : null
}

/**
 * Rounded to our minor units: where only the provider has hundredths of a currency, its fee may lie between two units.
 */
function costOf(charge: Stripe.Charge | null, units: number): number | null {
  const settled = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return settled && settled.currency === charge?.currency ? Math.round(settled.fee / units) : null
}

function statusOf(status: Stripe.PaymentIntent.Status): IntentReport['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'canceled') return 'cancelled'
  return status === 'processing' || status === 'requires_capture' ? 'processing' : 'open'
}
