import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Link onwards from an ended order. */
export interface OnwardLink {
  to: string
  label: string
}

export const toOrders = (): OnwardLink => ({ to: href('/dashboard/my-orders'), label: 'Go to My Orders' })

/** Link to the book's page, as long as there is one. */
export const toBook = ({ book, isBookGone }: Pick<Order, 'isBookGone'> & { book: { id: string } }): OnwardLink =>
  isBookGone ? toOrders() : { to: bookPath({ id: book.id }), label: 'See the book again' }
