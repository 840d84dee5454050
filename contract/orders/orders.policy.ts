import { isPaidState, nextOrderState, type OrderState, type OrderTransition } from './order-life.ts'

/* What an account may do to an order: 'yes', or the code of the refusal. To a stranger there is no such order. While the
buyer's bank sends the payment, nobody may do anything but open a problem. */

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

/** To agree to cash, to let a buyer go and to hand over are the seller's alone. */
export function mayActAsSeller(accountId: string, order: Pick<Sides, 'sellerId'>): 'yes' | 'not_found' {
  return accountId === order.sellerId ? 'yes' : 'not_found'
}

type May = 'yes' | 'order_not_open'

interface Movable {
  state: OrderState
  isPaymentProcessing: boolean
}

const may =
  (transition: OrderTransition) =>
  ({ state, isPaymentProcessing }: Movable): May =>
    nextOrderState(state, transition) && !isPaymentProcessing ? 'yes' : 'order_not_open'

/* For the order's buyer. */
export const mayPay = may('buyer_pays')
export const mayCancel = may('buyer_cancels')
export const mayConfirmReceipt = may('buyer_confirms')
export const mayChooseCash = (order: Movable & { paysInCash: boolean }): May =>
  order.paysInCash ? 'order_not_open' : may('buyer_chooses_cash')(order)

/* For the order's seller. */
export const mayRelease = may('seller_releases')
export const mayEnterCode = may('seller_enters_code')
export const mayRefundAsSeller = may('seller_refunds')
export const mayAgreeToCash = (order: Movable & { paysInCash: boolean }): May =>
  order.paysInCash ? may('seller_agrees_to_cash')(order) : 'order_not_open'

/** Of a copy that never changed hands, and has no other order since. */
export const mayRelist = (order: Movable & { isCopyBack: boolean }): May =>
  order.isCopyBack ? may('seller_relists')(order) : 'order_not_open'

/* For an admin. */
export const mayRefundAsAdmin = may('admin_refunds')

/** Both sides may reach each other by then. */
export const areContactsOpen = (state: OrderState): boolean => state === 'agreed' || isPaidState(state)
