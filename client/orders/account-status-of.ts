import type { Order } from '#contract/orders/orders.ts'

/** Whether one side's account is closed, or is suspended while the order goes on. */
export function accountStatusOf(order: Order, side: 'seller' | 'buyer'): { isClosed: boolean; isSuspended: boolean } {
  return side === 'seller'
    ? { isClosed: order.isSellerClosed, isSuspended: order.isSellerSuspended }
    : { isClosed: order.isBuyerClosed, isSuspended: order.isBuyerSuspended }
}
