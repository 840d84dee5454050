import type { Order } from '#contract/orders/orders.ts'

/** Where a buyer goes on from an order that is over, and what the link says. */
export interface NextPlace {
  to: string
  label: string
}

export const toOrders = (): NextPlace => ({ to: '/dashboard/my-orders', label: 'Go to My Orders' })

/** The book's page; its seller's closed account took that away. */
export const toBook = ({ book, isSellerClosed }: Pick<Order, 'isSellerClosed'> & { book: { id: string } }): NextPlace =>
  isSellerClosed ? toOrders() : { to: `/advertise/${book.id}`, label: 'See the book again' }
