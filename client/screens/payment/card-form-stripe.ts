import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentIntentResult, Stripe, StripeCardElement, StripeElementStyle } from '@stripe/stripe-js'
import { ConnectionError } from '#client/api/problem-error.ts'
import { readIntent, type CardOutcome, type CardProvider } from './card-outcome.ts'

export interface StripeCards extends CardProvider<StripeCardElement> {
  /** Creates a card field; its numbers never touch this page. */
  newCardElement: (style: StripeElementStyle) => StripeCardElement
}

/** Loads the provider's script on demand. Rejects with ConnectionError when it fails. */
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

/** Maps Stripe's result; its script has already run the 3-D Secure dialog. */
function readResult({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  if (paymentIntent) {
    const { id, status, last_payment_error } = paymentIntent
    return readIntent({ id, status, last_payment_error: last_payment_error && { message: last_payment_error.message } })
  }
  const confirmed =
    error.payment_intent && readIntent({ id: error.payment_intent.id, status: error.payment_intent.status })
  if (confirmed && confirmed.kind !== 'open') return confirmed
  return { kind: 'refused', message: error.message ?? 'The card was declined. Please try another one.', field: null }
}
