import * as z from 'zod/mini'
import { bookFromWire, bookOnTheWire, bookToWire, type Book } from './books.ts'
import { acknowledged, defineCall, id, idParams, inserted, modified } from './call.ts'
import { orderStates, type OrderState } from './order-life.ts'
import { pageQuery } from './paging.ts'
import { myBuyerSorts, myOrderSorts } from './sorts.ts'
import { email, optionalLine, optionalPhone } from './text.ts'

/** A claim on a copy and what became of it. Name, contacts and place are the buyer's; empty once that account is closed. */
export interface Order {
  id: string
  /** The listing as it was when the copy was claimed, with the seller's contacts. */
  book: Book
  name: string
  email: string
  phone: string
  meetingLocation: string
  isPaid: boolean
  state: OrderState
  orderedAt: Date
  /** Until when an unpaid claim holds. */
  payBy: Date
  /** When the present state was entered; of a paid order, when it was paid. */
  since: Date
  /** The card provider's name of the payment, for its buyer and the admin; empty where nothing was paid. */
  transactionId: string
}

const orderOnTheWire = z.object({
  _id: z.uuid(),
  bookData: bookOnTheWire,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  meetingLocation: z.string(),
  paymentStatus: z.boolean(),
  state: z.enum(orderStates),
  orderTime: z.string(),
  payBy: z.string(),
  stateTime: z.string(),
  transactionId: z.string(),
})

/** Wire ↔ Order. */
export const order = z.codec(orderOnTheWire, z.custom<Order>(), {
  decode: (wire) => ({
    id: wire._id,
    book: bookFromWire(wire.bookData),
    name: wire.name,
    email: wire.email,
    phone: wire.phone,
    meetingLocation: wire.meetingLocation,
    isPaid: wire.paymentStatus,
    state: wire.state,
    orderedAt: new Date(wire.orderTime),
    payBy: new Date(wire.payBy),
    since: new Date(wire.stateTime),
    transactionId: wire.transactionId,
  }),
  encode: (order) => ({
    _id: order.id,
    bookData: bookToWire(order.book),
    name: order.name,
    email: order.email,
    phone: order.phone,
    meetingLocation: order.meetingLocation,
    paymentStatus: order.isPaid,
    state: order.state,
    orderTime: order.orderedAt.toISOString(),
    payBy: order.payBy.toISOString(),
    stateTime: order.since.toISOString(),
    transactionId: order.transactionId,
  }),
})

/** What the buyer adds to a claim; both may be empty. */
export const buyNowForm = z.object({
  phone: z._default(optionalPhone, ''),
  meetingLocation: z._default(optionalLine(300), ''),
})

const ACCOUNTS_OWN = 'The account’s own.'
const OF_THE_ORDER = 'The order has it already.'

export const buyNow = defineCall({
  method: 'POST',
  path: '/buy-now',
  who: ['buyer'],
  summary: 'Claims the copy and opens the order, at once or not at all; repeated by the same buyer: the same order',
  // The spec's body is the whole book with name and email; beside these three, it travels along and decides nothing.
  body: z.looseObject({
    ...buyNowForm.shape,
    bookData: z.looseObject({ _id: id }, 'Say which book, by its _id'),
  }),
  ignored: { name: ACCOUNTS_OWN, email: ACCOUNTS_OWN },
  answer: inserted,
  refusals: ['not_found', 'book_not_for_sale', 'own_book', 'too_many_claims', 'claimed_recently'],
})

export const confirmClaim = defineCall({
  method: 'PUT',
  path: '/buy-now/:bookId',
  who: ['buyer'],
  summary: 'Confirms the claim that this buyer holds on the copy; as often as you like',
  params: z.object({ bookId: id }),
  body: z.looseObject({}),
  ignored: {
    bookData: OF_THE_ORDER,
    name: OF_THE_ORDER,
    email: OF_THE_ORDER,
    phone: OF_THE_ORDER,
    meetingLocation: OF_THE_ORDER,
  },
  answer: modified,
  refusals: ['not_found'],
})

export const listMyOrders = defineCall({
  method: 'GET',
  path: '/my-orders',
  who: ['buyer'],
  summary: 'The buyer’s own orders, newest first unless sorted otherwise',
  query: z.object({ ...pageQuery(myOrderSorts), email: z.optional(email) }),
  answer: z.array(order),
  refusals: ['not_your_email'],
  paged: true,
})

export const getOrder = defineCall({
  method: 'GET',
  path: '/my-orders/:id',
  who: 'member',
  summary: 'One order, for its buyer, the book’s seller and the admin',
  params: idParams,
  answer: order,
  refusals: ['not_found'],
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/my-orders/:id/cancel',
  who: 'member',
  summary: 'The buyer gives an unpaid claim back; the copy is for sale again',
  params: idParams,
  answer: acknowledged,
  refusals: ['not_found', 'order_not_open'],
})

export const listMyBuyers = defineCall({
  method: 'GET',
  path: '/my-buyers',
  who: ['seller'],
  summary: 'Claimed and paid orders on the seller’s books, newest first unless sorted otherwise',
  query: z.object(pageQuery(myBuyerSorts)),
  answer: z.array(order),
  paged: true,
})
