import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentIntentResult, Stripe, StripeCardElement, StripeElementStyle } from '@stripe/stripe-js'
import { ConnectionError } from '#client/api/problem-error.ts'
import { readIntent, type CardOutcome, type CardProvider } from './card-outcome.ts'

export interface StripeCards extends CardProvider<StripeCardElement> {
  /** A new field for card details; the numbers never touch this page. */
  newCardElement: (style: StripeElementStyle) => StripeCardElement
}

/** The provider's own script, fetched only now. Rejects with ConnectionError when it does not come. */
export async function loadStripeCards(publishableKey: string): Promise<StripeCards> {
  const stripe = await loadStripe(publishableKey).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!stripe) throw new ConnectionError()
  return {
    newCardElement: (style) => stripe.elements().create('card', { style, hidePostalCode: true }),
    confirm: async (clientSecret, card, { name, email }) =>
      readResult(
        await settled(
          stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name, email } } }),
        ),
      ),
    look: async (clientSecret) => readResult(await settled(stripe.retrievePaymentIntent(clientSecret))),
  }
}

async function settled(asking: ReturnType<Stripe['retrievePaymentIntent']>): Promise<PaymentIntentResult> {
  const result = await asking.catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (result.error?.type === 'api_connection_error' || result.error?.type === 'api_error') throw new ConnectionError()
  return result
}

/** Stripe's script has already gone through the bank's check, in a dialog of its own. */
function readResult({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  if (paymentIntent) {
    const { id, status, last_payment_error } = paymentIntent
    return readIntent({ id, status, last_payment_error: last_payment_error && { message: last_payment_error.message } })
  }
  const known = error.payment_intent && readIntent({ id: error.payment_intent.id, status: error.payment_intent.status })
  if (known && known.kind !== 'open') return known
  return { kind: 'refused', message: error.message ?? 'The card was declined. Please try another one.', field: null }
}
