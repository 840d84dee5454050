import * as z from 'zod/mini'

const UNFINISHED =
  'Your payment isn’t finished. Follow the steps that you were shown, or pay another way before your reservation ends.'

/** Outcome of a payment, as the card provider reports it. */
export type CardOutcome =
  | { kind: 'succeeded'; transactionId: string }
  /** Accepted, but not settled yet. */
  | { kind: 'processing' }
  /** 3-D Secure: the buyer's bank asks first, on this page. */
  | { kind: 'challenge'; url: string }
  /** The buyer pays on a page of their bank, and comes back from there. */
  | { kind: 'redirect'; url: string }
  /** Awaits a card. `message`: why the last card was refused; empty when none was tried. */
  | { kind: 'open'; message: string }
  /** Refused, nothing charged. `field`: the provider's name of the invalid field. */
  | { kind: 'refused'; message: string; field: string | null }
  /** Payment can't be made any more. */
  | { kind: 'closed' }

export interface Billing {
  name: string
  email: string
  /** Where the buyer comes back to from a page of their bank. */
  returnUrl: string
}

/** Browser client of a card provider. Both calls reject with ConnectionError when the outcome is unknown. */
export interface CardProvider<Card> {
  confirm: (clientSecret: string, card: Card, billing: Billing) => Promise<CardOutcome>
  /** Reads the payment's state from the provider, without charging. */
  look: (clientSecret: string) => Promise<CardOutcome>
}

/** Fields of Stripe's PaymentIntent that we use. */
export const intentOnTheWire = z.object({
  id: z.string(),
  status: z.string(),
  next_action: z.nullish(
    z.object({
      use_stripe_sdk: z.optional(z.looseObject({ stripe_js: z.optional(z.string()) })),
      redirect_to_url: z.optional(z.object({ url: z.string() })),
    }),
  ),
  last_payment_error: z.nullish(z.object({ message: z.optional(z.string()) })),
})
export type IntentOnTheWire = z.infer<typeof intentOnTheWire>

/** Maps a payment intent's status to an outcome. */
export function readIntent(intent: IntentOnTheWire): CardOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', transactionId: intent.id }
    case 'processing':
      return { kind: 'processing' }
    case 'canceled':
      return { kind: 'closed' }
    case 'requires_action': {
      const { use_stripe_sdk: sdk, redirect_to_url: page } = intent.next_action ?? {}
      if (page) return { kind: 'redirect', url: page.url }
      return sdk?.stripe_js ? { kind: 'challenge', url: sdk.stripe_js } : { kind: 'open', message: UNFINISHED }
    }
    default:
      return { kind: 'open', message: intent.last_payment_error?.message ?? '' }
  }
}
