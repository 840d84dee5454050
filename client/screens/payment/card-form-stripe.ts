import type { StripeCardElement, StripeElementStyle } from '@stripe/stripe-js'
import type { CardProvider } from './card-outcome.ts'
import { loadScript, outcomeOf } from './stripe-script.ts'

export interface StripeCards extends CardProvider<StripeCardElement> {
  /** Creates a card field; its numbers never touch this page. */
  newCardElement: (style: StripeElementStyle) => StripeCardElement
}

/** Loads the provider's script on demand. Rejects with ConnectionError when it fails. */
export async function loadStripeCards(publishableKey: string): Promise<StripeCards> {
  const stripe = await loadScript(publishableKey)
  return {
    newCardElement: (style) => stripe.elements().create('card', { style, hidePostalCode: true }),
    confirm: (clientSecret, card, { name, email }) =>
      outcomeOf(
        stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name, email } } }),
      ),
    look: (clientSecret) => outcomeOf(stripe.retrievePaymentIntent(clientSecret)),
  }
}
