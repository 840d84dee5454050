import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'
import { ProviderError } from '#server/ports/provider-error.ts'

/**
 * Refusal or failure of the card provider. The SDK's own errors carry the intent with its client secret, which must
 * reach neither a log nor a caller; only what helps a person is copied.
 */
export class CardProviderError extends ProviderError {
  override name = 'CardProviderError'
  readonly code: string | undefined
  /** The provider's id of the request, for its support. */
  readonly requestId: string | undefined
  /** HTTP status of its answer; undefined where none came. */
  readonly status: number | undefined

  constructor(message: string, code?: string, requestId?: string, status?: number) {
    super(message)
    this.code = code
    this.requestId = requestId
    this.status = status
  }
}

/** Lazy: the SDK takes 0.1 s and 26 MB to load, which a shop without card payments shouldn't pay for. */
const loadSdk = (): typeof Stripe => createRequire(import.meta.url)('stripe') as typeof Stripe

export function openClient(secretKey: string, api: URL | undefined): Stripe {
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

/** Waits for the SDK, and turns its errors into ours. */
export async function asking<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof loadSdk().errors.StripeError)) throw error
    throw new CardProviderError(error.message, error.code, error.requestId, error.statusCode)
  }
}

/** Of three tries each, with up to a second between them. */
const MOST_ROUNDS = 5

/**
 * Asks again while another request with the same idempotency key is under way, whose answer is meant for both; the SDK
 * waits before each of its own tries.
 */
export async function askingTogether<T>(ask: () => Promise<T>): Promise<T> {
  for (let rounds = 1; ; rounds += 1)
    try {
      return await asking(ask())
    } catch (error) {
      const isInUse = error instanceof CardProviderError && error.code === 'idempotency_key_in_use'
      if (!isInUse || rounds === MOST_ROUNDS) throw error
    }
}

/** Turns an expected refusal into a value and rethrows all others. */
export const unless =
  <T>(code: string, answer: T) =>
  (error: unknown): T => {
    if (error instanceof CardProviderError && error.code === code) return answer
    throw error
  }
