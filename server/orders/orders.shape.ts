import type { Order } from '#contract/orders.ts'
import { shapeBook, shapeBookWithContacts } from '#server/books/books.shape.ts'
import type { BookRow } from '#server/books/books.sql.ts'
import type { OrderState } from '#contract/order-life.ts'
import { showsContacts } from './orders.rules.ts'
import type { OrderRow } from './orders.sql.ts'

const bookStateIn: Record<OrderState, BookRow['state']> = {
  claimed: 'claimed',
  paid: 'sold',
  refunded: 'sold',
  cancelled: 'unsold',
  expired: 'unsold',
}

/** Order row → contract, for its two sides and the admin. */
export function shapeOrder(row: OrderRow): Order {
  const book: BookRow = {
    ...row.snapshot,
    id: row.bookId,
    state: bookStateIn[row.state],
    postedAt: new Date(row.snapshot.postedAt),
    postedAtExact: row.snapshot.postedAt,
    mobileNumber: row.mobileNumber,
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerEmail: row.sellerEmail,
    sellerEmailVerified: row.sellerEmailVerified,
  }
  return {
    id: row.id,
    book: showsContacts(row.state) ? shapeBookWithContacts(book) : shapeBook(book),
    name: row.buyerName ?? 'Closed account',
    email: row.buyerEmail ?? '',
    phone: row.phone ?? '',
    meetingLocation: row.meetingLocation ?? '',
    isPaid: row.state === 'paid',
    state: row.state,
    orderedAt: row.orderedAt,
    payBy: row.payBy,
  }
}
