import { isLiveState, isPaidState } from '#contract/orders/order-life.ts'
import { mayEnterCode } from '#contract/orders/orders.policy.ts'
import type { OrderActor, OrderEvent } from '#contract/orders/order-timeline.ts'
import type { Order } from '#contract/orders/orders.ts'
import { shapeBook, shapeBookWithContacts, type BookRow } from '#server/books/books.public.ts'
import { copyStateOf, wasEverPaid, showsBuyerContacts, showsSellerContacts } from './orders.rules.ts'
import type { OrderEventRow, OrderRow } from './orders.sql.ts'

/** Order row → contract, for the asking account: contacts only where they are open, and omitted otherwise. */
export function shapeOrder(row: OrderRow, asking: { id: string; role: string }): Order {
  const book: BookRow = {
    ...row.snapshot,
    wasPrice: null,
    isPaused: false,
    id: row.bookId,
    state: copyStateOf[row.state],
    mobileNumber: row.mobileNumber,
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerEmail: row.sellerEmail,
    sellerEmailVerified: row.sellerEmailVerified,
  }
  const isOf = (side: string) => asking.role === 'admin' || asking.id === side
  const seesSeller = isOf(row.sellerId) || showsSellerContacts(row.state)
  const seesBuyer = isOf(row.buyerId) || showsBuyerContacts(row.state)
  return {
    id: row.id,
    number: row.number,
    side: sideOf(row, asking.id),
    book: seesSeller ? shapeBookWithContacts(book) : shapeBook(book),
    name: row.buyerName,
    ...(seesBuyer && { email: row.buyerEmail, phone: row.phone, meetingLocation: row.meetingLocation }),
    isPaid: isPaidState(row.state),
    state: row.state,
    orderedAt: row.orderedAt,
    payBy: row.payBy,
    since: row.since,
    dueAt: row.secondsLeft === null && !row.isDisputed && !row.isPaymentProcessing ? row.dueAt : null,
    isPaymentProcessing: row.isPaymentProcessing,
    isDisputed: row.isDisputed,
    hasProblem: row.secondsLeft !== null,
    paysInCash: row.paysInCash,
    paymentMethod: row.paymentMethod,
    isCopyBack: row.isCopyBack,
    hasFailedRefund: row.hasFailedRefund,
    paidAt: isPaidState(row.state) ? row.paidAt : null,
    ...(asking.id === row.buyerId && mayEnterCode(row) === 'yes' && { handOverCode: row.handOverCode }),
    isBookGone: row.isBookGone,
    isCopyHidden: row.isCopyHidden,
    isSellerClosed: row.isSellerClosed,
    isBuyerClosed: row.isBuyerClosed,
    isSellerSuspended: isLiveState(row.state) && row.isSellerSuspended,
    isBuyerSuspended: isLiveState(row.state) && row.isBuyerSuspended,
    transactionId: wasPaidByCard(row) && isOf(row.buyerId) ? (row.intentId ?? '') : '',
  }
}

/** A card payment that was opened and never made is no transaction. */
const wasPaidByCard = ({ state, paysInCash }: OrderRow) => wasEverPaid(state) && !paysInCash

function sideOf({ buyerId, sellerId }: OrderRow, readerId: string): Order['side'] {
  if (readerId === buyerId) return 'buyer'
  return readerId === sellerId ? 'seller' : 'club'
}

const whoOf: Record<OrderEventRow['actor'], OrderActor | null> = {
  buyer: 'buyer',
  seller: 'seller',
  admin: 'club',
  system: 'club',
  time: 'time',
  provider: 'card provider',
  unknown: null,
}

/** Event row → contract, the same for both sides: the actor as a role, and no fact that may name an account. */
export const shapeEvent = ({ actor, at, ...event }: OrderEventRow): OrderEvent => ({
  ...event,
  who: whoOf[actor],
  at: new Date(at),
})
