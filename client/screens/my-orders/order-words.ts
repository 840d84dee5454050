import type { OrderState } from '#contract/order-life.ts'

type EndedState = Exclude<OrderState, 'claimed' | 'paid'>

/** What became of an order that nobody can pay any more, and what that means for the buyer. */
export const endedOrderWords: Record<EndedState, { title: string; meaning: string }> = {
  cancelled: { title: 'Cancelled', meaning: 'The book went back to the shelf; nothing was charged.' },
  expired: { title: 'Expired', meaning: 'It was not paid in time, and the book went back to the shelf.' },
  refunded: { title: 'Refunded', meaning: 'The whole amount goes back to your card.' },
}
