import type { OrderState } from '#contract/orders/order-life.ts'

type EndedState = 'cancelled' | 'expired' | 'refunded'

/** The order has come to nothing. */
export const hasEnded = (state: OrderState): state is EndedState =>
  state === 'cancelled' || state === 'expired' || state === 'refunded'

/** What became of an order that nobody can pay any more, and what that means for the buyer. */
export const endedOrderWords: Record<EndedState, { title: string; meaning: string }> = {
  cancelled: { title: 'Cancelled', meaning: 'You weren’t charged.' },
  expired: { title: 'Expired', meaning: 'Time was up. You weren’t charged.' },
  refunded: { title: 'Refunded', meaning: 'You get the whole amount back.' },
}
