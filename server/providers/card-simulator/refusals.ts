import type { Kind, PaymentIntent, PaymentMethod } from './objects.ts'

/** The body of Stripe's errors, below `error`. */
export interface StripeError {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  doc_url?: string
  param?: string
  charge?: string
  payment_intent?: Partial<PaymentIntent>
  payment_method?: PaymentMethod
}

/** A request that Stripe would refuse, with status and error. Nothing has changed. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal'
  readonly status: number
  readonly error: StripeError
  /** Stored under the idempotency key: repeated even if it might be granted by then. */
  readonly isRemembered: boolean = false

  constructor(status: number, error: StripeError) {
    super(error.message)
    this.status = status
    this.error = { ...(error.code && { doc_url: docUrl(error.code) }), ...error }
  }
}

/** Address of Stripe's page about an error code. */
export const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** Refusal of an invalid request. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...details })
}

export const missingParameter = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** Refusal of an unknown id. */
export const noSuch = (noun: Kind | 'customer', id: string, param: string) =>
  new StripeRefusal(noun === 'customer' ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun === 'payment_method' ? 'PaymentMethod' : noun.replace(/^(radar|v2\.core)\./, '')}: '${id}'`,
    param,
  })

/** Refusal because of the state that an object is in. Stripe stores it under the idempotency key. */
export class StateRefusal extends StripeRefusal {
  override readonly isRemembered = true

  constructor(message: string, details: { code?: string; param?: string; payment_intent?: Partial<PaymentIntent> }) {
    super(400, { type: 'invalid_request_error', message, ...details })
  }
}

/** Refusal because the intent's state doesn't allow the operation. */
export const unexpectedState = (message: string, intent: Partial<PaymentIntent>) =>
  new StateRefusal(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })

export const idempotencyMismatch = (key: string) =>
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

export const keyInUse = (key: string) =>
  new StripeRefusal(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
