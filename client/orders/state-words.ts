import type { OrderState } from '#contract/orders/order-life.ts'

/** State labels for admins. */
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
