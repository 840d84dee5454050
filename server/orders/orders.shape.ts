import { CLOSED_ACCOUNT } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { shapeBook, shapeBookWithContacts } from '#server/books/books.shape.ts'
import type { BookRow } from '#server/books/books.sql.ts'
import type { OrderState } from '#contract/order-life.ts'
import { moneyMoved, showsContacts } from './orders.rules.ts'
import type { OrderRow } from './orders.sql.ts'

const bookStateIn: Record<OrderState, BookRow['state']> = {
  claimed: 'claimed',
  paid: 'sold',
  refunded: 'sold',
  cancelled: 'unsold',
  expired: 'unsold',
}

/** Order row → contract, for who asks: each side sees the other's contacts only as long as they have to meet. */
export function shapeOrder(row: OrderRow, asking: { id: string; role: string }): Order {
  const book: BookRow = {
    ...row.snapshot,
    id: row.bookId,
    state: bookStateIn[row.state],
    postedAt: new Date(row.snapshot.postedAt),
    mobileNumber: row.mobileNumber,
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerEmail: row.sellerEmail,
    sellerEmailVerified: row.sellerEmailVerified,
  }
  const seesContactsOf = (side: string) => showsContacts(row.state) || asking.role === 'admin' || asking.id === side
  const ofBuyer = (contact: string | null) => (seesContactsOf(row.buyerId) ? (contact ?? '') : '')
  return {
    id: row.id,
    book: seesContactsOf(row.sellerId) ? shapeBookWithContacts(book) : shapeBook(book),
    name: row.buyerName ?? CLOSED_ACCOUNT,
    email: ofBuyer(row.buyerEmail),
    phone: ofBuyer(row.phone),
    meetingLocation: ofBuyer(row.meetingLocation),
    isPaid: row.state === 'paid',
    state: row.state,
    orderedAt: row.orderedAt,
    payBy: row.payBy,
    since: row.since,
    transactionId:
      moneyMoved(row.state) && (asking.role === 'admin' || asking.id === row.buyerId) ? (row.intentId ?? '') : '',
  }
}
