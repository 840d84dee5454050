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
   * Whoever else speaks this wire: `/v1` is looked for below this address. Read at the first call, so that it may be a
   * server that isn't listening yet. Without it, Stripe.
   */
  api?: () => URL
  clock?: Clock
  log?: { warn(details: object, message: string): void }
}

/**
 * A refusal or failure of the card provider. The SDK's own errors carry the whole intent with its client secret, so
 * they must reach neither a log nor a caller; what helps a person is kept.
 */
class CardProviderError extends ProviderError {
  override name = 'CardProviderError'
  readonly code: string | undefined
  /** The provider's own name for the request, for a question to its support. */
  readonly requestId: string | undefined

  constructor(message: string, code: string | undefined, requestId: string | undefined) {
    super(message)
    this.code = code
    this.requestId = requestId
  }
}

/** Card payments by Stripe. Nothing is loaded or contacted before the first call. */
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
          // The same order means the same intent, also when two requests cross.
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

/** The SDK takes 0.1 s and 26 MB to load; a shop where nobody pays shouldn't pay for it. */
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

/** The SDK knows host and port, but always asks for `/v1`: this puts a folder before it. */
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

/** Turns one expected refusal into an answer and lets all others through. */
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
  // The provider forgets a key after a day; what it made it still lists.
  const known = (await listRefunds(sdk, intentId)).find(({ metadata }) => metadata?.['refundId'] === refundId)
  const units = amount * providerUnits(currency.toUpperCase())
  // A key stands for one amount, and a refund may have become smaller since it was refused.
  const idempotencyKey = `refund-${refundId}-${units}`
  const asked = { payment_intent: intentId, amount: units, metadata: { refundId } }
  const made = known ?? (await asking(sdk.refunds.create(asked, { idempotencyKey })).catch(unlessNothingLeft))
  return made ? { providerRefundId: made.id, isFailed: isFailed(made) } : 'nothing_left'
}

/** More refunds of one payment than a page holds are nobody's. */
async function listRefunds(sdk: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  const refunds = await asking(sdk.refunds.list({ payment_intent: intentId, limit: 100 }))
  return refunds.data.toReversed()
}

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** Where only a part is left, the refusal has no code of its own. */
function unlessNothingLeft(error: unknown): null {
  const isKnown = error instanceof CardProviderError
  if (isKnown && (error.code === 'charge_already_refunded' || /greater than unrefunded/.test(error.message)))
    return null
  throw error
}

// Ids arrive from browsers: only what looks like one becomes part of an address.
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

/** In our minor units, rounded: in a currency that only the provider has hundredths of, its fee ends between two. */
function costOf(charge: Stripe.Charge | null, units: number): number | null {
  const settled = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return settled && settled.currency === charge?.currency ? Math.round(settled.fee / units) : null
}

function statusOf(status: Stripe.PaymentIntent.Status): IntentReport['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'canceled') return 'cancelled'
  return status === 'processing' || status === 'requires_capture' ? 'processing' : 'open'
}
