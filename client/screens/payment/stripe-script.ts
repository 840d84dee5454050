import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'
import { ConnectionError } from '#client/api/problem-error.ts'
import { readIntent, type CardOutcome } from './card-outcome.ts'

export const FORM_NOT_LOADED =
  'The payment form could not be loaded. Please check your internet connection and reload the page.'

/** Loads the provider's script on demand. Rejects with ConnectionError when it fails. */
export async function loadScript(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!stripe) throw new ConnectionError()
  return stripe
}

/** Reads the result of a call of Stripe's script. Rejects with ConnectionError when the outcome is unknown. */
export async function outcomeOf(asking: Promise<PaymentIntentResult>): Promise<CardOutcome> {
  const result = await asking.catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (result.error?.type === 'api_connection_error' || result.error?.type === 'api_error') throw new ConnectionError()
  return readResult(result)
}

/** Maps Stripe's result; its script has already run the 3-D Secure dialog. */
function readResult({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  if (paymentIntent) {
    const { id, status, last_payment_error } = paymentIntent
    return readIntent({ id, status, last_payment_error: last_payment_error && { message: last_payment_error.message } })
  }
  const confirmed =
    error.payment_intent && readIntent({ id: error.payment_intent.id, status: error.payment_intent.status })
  if (confirmed && confirmed.kind !== 'open') return confirmed
  return { kind: 'refused', message: error.message ?? 'The payment was declined. Please try another way.', field: null }
}
