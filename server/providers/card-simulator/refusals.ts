import type { PaymentIntent, PaymentMethod } from './objects.ts'

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

/** A request that Stripe would refuse, with the status and the error that it would answer. Nothing has changed. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal'
  readonly status: number
  readonly error: StripeError
  /** The same idempotency key gets it again, though it might be granted by then. */
  readonly isRemembered: boolean = false

  constructor(status: number, error: StripeError) {
    super(error.message)
    this.status = status
    this.error = { ...(error.code && { doc_url: docUrl(error.code) }), ...error }
  }
}

/** Where Stripe explains an error code. */
export const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** What was sent can't be right. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...details })
}

export const missingParameter = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const noSuch = (noun: 'payment_intent' | 'refund', id: string, param: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })

/** More than is left of a charge. Stripe has looked at the charge by then, and keeps the refusal under its key. */
export class RefundRefusal extends StripeRefusal {
  override readonly isRemembered = true

  constructor(message: string, details: { code?: string; param?: string }) {
    super(400, { type: 'invalid_request_error', message, ...details })
  }
}

/** The intent is past the point where this can be done. */
export const unexpectedState = (message: string, intent: Partial<PaymentIntent>) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })

export const idempotencyMismatch = (key: string) =>
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
