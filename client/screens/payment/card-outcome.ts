import * as z from 'zod/mini'

/** What came of asking the card provider, or what it knows when asked again. */
export type CardOutcome =
  | { kind: 'succeeded'; transactionId: string }
  /** Taken, but not settled yet. */
  | { kind: 'processing' }
  /** The buyer's bank asks first, on this page. */
  | { kind: 'challenge'; url: string }
  /** Waits for a card. `message`: why the last one was not taken; empty when none was tried. */
  | { kind: 'open'; message: string }
  /** No card was charged. `field`: the provider's name of the detail to blame. */
  | { kind: 'refused'; message: string; field: string | null }
  /** Nobody can pay this any more. */
  | { kind: 'closed' }

export interface Billing {
  name: string
  email: string
}

/** The browser's side of a card provider. Both reject with ConnectionError when the outcome is unknown. */
export interface CardProvider<Card> {
  confirm: (clientSecret: string, card: Card, billing: Billing) => Promise<CardOutcome>
  /** The provider's own word on a payment, without charging anything. */
  look: (clientSecret: string) => Promise<CardOutcome>
}

/** The part of Stripe's PaymentIntent that decides. */
export const intentOnTheWire = z.object({
  id: z.string(),
  status: z.string(),
  next_action: z.nullish(
    z.object({ use_stripe_sdk: z.optional(z.looseObject({ stripe_js: z.optional(z.string()) })) }),
  ),
  last_payment_error: z.nullish(z.object({ message: z.optional(z.string()) })),
})
export type IntentOnTheWire = z.infer<typeof intentOnTheWire>

/** What an intent's state means for the person in front of the form. */
export function readIntent(intent: IntentOnTheWire): CardOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', transactionId: intent.id }
    case 'processing':
      return { kind: 'processing' }
    case 'canceled':
      return { kind: 'closed' }
    case 'requires_action': {
      const url = intent.next_action?.use_stripe_sdk?.stripe_js
      return url ? { kind: 'challenge', url } : { kind: 'open', message: '' }
    }
    default:
      return { kind: 'open', message: intent.last_payment_error?.message ?? '' }
  }
}
