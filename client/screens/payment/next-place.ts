import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Where a buyer goes on from an order that is over, and what the link says. */
export interface NextPlace {
  to: string
  label: string
}

export const toOrders = (): NextPlace => ({ to: href('/dashboard/my-orders'), label: 'Go to My Orders' })

/** The book's page, as long as there is one. */
export const toBook = ({ book, isBookGone }: Pick<Order, 'isBookGone'> & { book: { id: string } }): NextPlace =>
  isBookGone ? toOrders() : { to: bookPath({ id: book.id }), label: 'See the book again' }
