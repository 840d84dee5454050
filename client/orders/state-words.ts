import type { OrderState } from '#contract/orders/order-life.ts'

/** A state's name, for who is none of the two sides. */
export const stateWords: Record<OrderState, string> = {
  claimed: 'Reserved',
  agreed: 'Agreed to cash',
  paid: 'Paid',
  handed_over: 'Handed over',
  done: 'Done',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
}
