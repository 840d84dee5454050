import type { Appearance, Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js'
import type { CardProvider } from './card-outcome.ts'
import { loadScript, outcomeOf } from './stripe-script.ts'

/** The methods that the club's account has for a payment, in the provider's frame. */
export interface PaymentFields {
  elements: StripeElements
  element: StripePaymentElement
}

export interface StripeMethods extends CardProvider<StripeElements> {
  /** Creates the fields of an open payment; what is typed never touches this page. */
  newFields: (clientSecret: string, appearance: Appearance) => PaymentFields
}

/** Loads the provider's script on demand. Rejects with ConnectionError when it fails. */
export const loadStripeMethods = async (publishableKey: string): Promise<StripeMethods> =>
  stripeMethods(await loadScript(publishableKey))

/** Payments by whatever the account has: some redirect to a bank and back, some take days. */
export const stripeMethods = (
  stripe: Pick<Stripe, 'elements' | 'confirmPayment' | 'retrievePaymentIntent'>,
): StripeMethods => ({
  newFields: (clientSecret, appearance) => {
    const elements = stripe.elements({ clientSecret, appearance })
    // Name and email come with the order, as for a card.
    const fields = { billingDetails: { name: 'never', email: 'never' } } as const
    return { elements, element: elements.create('payment', { fields }) }
  },
  confirm: async (clientSecret, elements, { returnUrl, ...billing_details }) => {
    const { error } = await elements.submit()
    if (error) return { kind: 'refused', message: error.message ?? 'Please complete the form.', field: null }
    const confirmParams = { return_url: returnUrl, payment_method_data: { billing_details } }
    return outcomeOf(stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' }))
  },
  look: (clientSecret) => outcomeOf(stripe.retrievePaymentIntent(clientSecret)),
})
