import type { OrderState } from '#contract/order-life.ts'

type EndedState = Exclude<OrderState, 'claimed' | 'paid'>

/** What became of an order that nobody can pay any more, and what that means for the buyer. */
export const endedOrderWords: Record<EndedState, { title: string; meaning: string }> = {
  cancelled: { title: 'Cancelled', meaning: 'The book is back on sale. You weren’t charged.' },
  expired: { title: 'Expired', meaning: 'It wasn’t paid in time, and the book is back on sale.' },
  refunded: { title: 'Refunded', meaning: 'You get the whole amount back.' },
}
