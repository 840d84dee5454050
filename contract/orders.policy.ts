import { nextOrderState, type OrderState } from './order-life.ts'

/* What an account may do to an order: 'yes', or the code of the refusal. To a stranger there is no such order. */

interface Sides {
  buyerId: string
  sellerId: string
}

export function maySeeOrder(account: { id: string; role: string }, order: Sides): 'yes' | 'not_found' {
  return account.role === 'admin' || account.id === order.buyerId || account.id === order.sellerId ? 'yes' : 'not_found'
}

/** To pay for it and to cancel it are the buyer's alone; not even an admin's. */
export function mayActAsBuyer(accountId: string, order: Pick<Sides, 'buyerId'>): 'yes' | 'not_found' {
  return accountId === order.buyerId ? 'yes' : 'not_found'
}

/** For the order's buyer. */
export const mayCancel = (order: { state: OrderState }): 'yes' | 'order_not_open' =>
  nextOrderState(order.state, 'buyer_cancels') ? 'yes' : 'order_not_open'
