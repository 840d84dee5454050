import type { OrderState } from '#contract/orders/order-life.ts'

export type EndedState = 'cancelled' | 'expired' | 'refunded'

/** Whether the order ended without a sale. */
export const hasEnded = (state: OrderState): state is EndedState =>
  state === 'cancelled' || state === 'expired' || state === 'refunded'

/** Title and meaning of an ended order, for the buyer. */
export const endedOrderWords: Record<EndedState, { title: string; meaning: string }> = {
  cancelled: { title: 'Cancelled', meaning: 'You weren’t charged.' },
  expired: { title: 'Expired', meaning: 'Time was up. You weren’t charged.' },
  refunded: { title: 'Refunded', meaning: 'You get the whole amount back.' },
}
