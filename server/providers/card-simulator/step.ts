import type { PaymentIntent, StripeEvent, StripeObject } from './objects.ts'

/** Outcome of a step: the intent's new state, the other objects it made or changed, and the events about them. */
export interface Step {
  intent: PaymentIntent
  others: StripeObject[]
  events: StripeEvent[]
}
