import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'
import { providerUnits } from '#contract/money/currencies.ts'
import type { AskedRefund, CardPayments, IntentReport } from '#server/ports/card-payments.ts'
import { type Clock, systemClock } from '#server/ports/clock.ts'
import { AmountRefused, ProviderError } from '#server/ports/provider-error.ts'
import { readEvent, refusalNotes } from './payment-events.ts'

interface Options {
  secretKey: string
  webhookSecret: string
  /**
   * Base address of another server with Stripe's API, below which `/v1` lies. Read at the first call, so that the
   * server may not listen yet. Default: Stripe.
   */
  api?: () => URL
  clock?: Clock
  log?: { warn(details: object, message: string): void }
}

/**
 * Refusal or failure of the card provider. The SDK's own errors carry the intent with its client secret, which must
 * reach neither a log nor a caller; only what helps a person is copied.
 */
class CardProviderError extends ProviderError {
  override name = 'CardProviderError'
  readonly code: string | undefined
  /** The provider's id of the request, for its support. */
  readonly requestId: string | undefined

  constructor(message: string, code: string | undefined, requestId: string | undefined) {
    super(message)
    this.code = code
    this.requestId = requestId
  }
}

/** Card payments by Stripe. Loads and connects with the first call. */
export function stripePayments({ secretKey, webhookSecret, api, clock = systemClock, log }: Options): CardPayments {
  let client: Stripe | undefined
  const noteRefusal = refusalNotes(clock, log)
  const stripe = () => (client ??= openClient(secretKey, api?.()))

  return {
    async openIntent({ orderId, amount, currency, description }) {
      const intent = await asking(
        stripe().paymentIntents.create(
          {
            amount: amount * providerUnits(currency.toUpperCase()),
            currency: currency.toLowerCase(),
            description,
            allowed_payment_method_types: ['card'],
            metadata: { orderId },
          },
          // Idempotency key by order: concurrent requests make one intent.
          { idempotencyKey: `order-${orderId}` },
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

    async cancelIntent(intentId) {
      const cancelled = await asking(stripe().paymentIntents.cancel(intentId)).catch(
        unless('payment_intent_unexpected_state', null),
      )
      const intent = cancelled ?? (await asking(stripe().paymentIntents.retrieve(intentId)))
      if (intent.status === 'succeeded') return 'succeeded'
      if (intent.status === 'canceled') return 'cancelled'
      throw new CardProviderError(`The payment can't be cancelled while it is ${intent.status}`, undefined, undefined)
    },

    refund: (asked) => refund(stripe(), asked),

    async listRefunds(intentId) {
      return (await listRefunds(stripe(), intentId)).map((made) => ({
        providerRefundId: made.id,
        refundId: made.metadata?.['refundId'] ?? null,
        amount: made.amount / providerUnits(made.currency.toUpperCase()),
        isFailed: isFailed(made),
      }))
    },

    verifyEvent(rawBody, signature) {
      const event = readEvent(stripe(), webhookSecret, { rawBody, signature, now: clock.now() })
      if (!('refused' in event)) return event
      noteRefusal(event.why)
      return { refused: event.refused }
    },
  }
}

/** Lazy: the SDK takes 0.1 s and 26 MB to load, which a shop without card payments shouldn't pay for. */
const loadSdk = (): typeof Stripe => createRequire(import.meta.url)('stripe') as typeof Stripe

function openClient(secretKey: string, api: URL | undefined): Stripe {
  const Sdk = loadSdk()
  const settings: Stripe.StripeConfig = { telemetry: false, timeout: 10_000, maxNetworkRetries: 2 }
  if (api) {
    const protocol = api.protocol === 'http:' ? 'http' : 'https'
    settings.protocol = protocol
    settings.host = api.hostname.replace(/^\[|\]$/g, '')
    settings.port = api.port || (protocol === 'http' ? 80 : 443)
    settings.httpClient = below(api.pathname.replace(/\/$/, ''), Sdk.createNodeHttpClient())
  }
  return new Sdk(secretKey, settings)
}

/** The SDK takes host and port only and always asks for `/v1`: this adds a folder before it. */
function below(folder: string, client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, ...rest) => client.makeRequest(host, port, folder + path, ...rest),
  }
}

async function asking<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof loadSdk().errors.StripeError)) throw error
    throw new CardProviderError(error.message, error.code, error.requestId)
  }
}

/** Turns an expected refusal into a value and rethrows all others. */
const unless =
  <T>(code: string, answer: T) =>
  (error: unknown): T => {
    if (error instanceof CardProviderError && error.code === code) return answer
    throw error
  }

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
  const made = known ?? (await asking(sdk.refunds.create(asked, { idempotencyKey })).catch(unlessNothingLeft))
  return made ? { providerRefundId: made.id, isFailed: isFailed(made) } : 'nothing_left'
}

/** One page is enough: no payment has more refunds. */
async function listRefunds(sdk: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  const refunds = await asking(sdk.refunds.list({ payment_intent: intentId, limit: 100 }))
  return refunds.data.toReversed()
}

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** Stripe's refusal has no code of its own where only a part is left. */
function unlessNothingLeft(error: unknown): null {
  const isKnown = error instanceof CardProviderError
  if (isKnown && (error.code === 'charge_already_refunded' || /greater than unrefunded/.test(error.message)))
    return null
  throw error
}

// Ids come from browsers: only a well-formed id becomes part of an address.
const isIntentId = (id: string) => /^pi_\w{1,250}$/.test(id)

function clientSecretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new CardProviderError('The payment has no client secret', undefined, undefined)
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
    cost: costOf(charge, units),
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
