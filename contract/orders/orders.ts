import * as z from 'zod/mini'
import { bookFromWire, bookOnTheWire, bookToWire, type Book } from '#contract/books/books.ts'
import { acknowledged, defineCall, idParams } from '#contract/call.ts'
import { orderStates, type OrderState } from './order-life.ts'
import { orderEventFromWire, orderEventOnTheWire, orderEventToWire, type OrderEvent } from './order-timeline.ts'
import { orderProblemFromWire, orderProblemOnTheWire, orderProblemToWire, type OrderProblem } from './problems.ts'
import { pageQuery } from '#contract/paging.ts'
import { refundFromWire, refundOnTheWire, refundToWire, type Refund } from './refunds.ts'
import { myBuyerSorts, myOrderSorts } from '#contract/sorts.ts'
import { queriedEmail } from '#contract/text.ts'

/** A claim on a copy and what became of it. Name, contacts and place are the buyer's. */
export interface Order {
  id: string
  /** Which side of it the reader is; the admin is the club. */
  side: 'buyer' | 'seller' | 'club'
  /** The listing as it was when the copy was claimed; with the seller's contacts for those who may see them by now. */
  book: Book
  name: string
  /** Present only for those who may see them; empty where the buyer gave none. */
  email?: string
  phone?: string
  meetingLocation?: string
  isPaid: boolean
  state: OrderState
  orderedAt: Date
  /** When an unpaid claim expires. */
  payBy: Date
  /** When the present state was entered. */
  since: Date
  /** When time makes the next step; null where none is due, and while a problem stops the clock. */
  dueAt: Date | null
  /** One side has said that something is wrong, and that has not ended. */
  hasProblem: boolean
  /** The buyer asked to pay in cash, or did. */
  paysInCash: boolean
  /** The money went back before the book changed hands, and it is not for sale again: its seller decides about it. */
  isCopyBack: boolean
  /** Some of what went back failed, and the club has yet to give it back another way. */
  hasFailedRefund: boolean
  /** When the money went over, and stayed there; null before. */
  paidAt: Date | null
  /** The six digits that prove the hand-over; for the buyer alone, while it is due. */
  handOverCode?: string
  /** The card provider's name of the payment, for its buyer and the admin; empty where nothing was paid. */
  transactionId: string
  /** Whether its book has no page any more. */
  isBookGone: boolean
  /** Whether nobody can find its copy at the moment, reserved or not: paused, or out of the shop. */
  isCopyHidden: boolean
  /** Whether the account of that side was closed since. */
  isSellerClosed: boolean
  isBuyerClosed: boolean
  /** Whether the club has suspended it, while the order isn't over. */
  isSellerSuspended: boolean
  isBuyerSuspended: boolean
}

/** An order by itself comes with what happened to it and to its money, and the problems there were, first things first. */
export interface OrderWithTimeline extends Order {
  timeline: OrderEvent[]
  problems: OrderProblem[]
  refunds: Refund[]
  /** What can still go back of it, in minor units of its currency. */
  refundable: number
}

const orderOnTheWire = z.object({
  _id: z.uuid(),
  side: z.enum(['buyer', 'seller', 'club']),
  bookData: bookOnTheWire,
  name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  meetingLocation: z.optional(z.string()),
  paymentStatus: z.boolean(),
  state: z.enum(orderStates),
  orderTime: z.string(),
  payBy: z.string(),
  stateTime: z.string(),
  dueTime: z.optional(z.string()),
  problem: z.optional(z.literal(true)),
  cash: z.optional(z.literal(true)),
  paidTime: z.optional(z.string()),
  copyBack: z.optional(z.literal(true)),
  refundFailed: z.optional(z.literal(true)),
  handOverCode: z.optional(z.string()),
  transactionId: z.string(),
  bookGone: z.optional(z.literal(true)),
  copyHidden: z.optional(z.literal(true)),
  sellerClosed: z.optional(z.literal(true)),
  buyerClosed: z.optional(z.literal(true)),
  sellerSuspended: z.optional(z.literal(true)),
  buyerSuspended: z.optional(z.literal(true)),
})
type OrderOnTheWire = z.infer<typeof orderOnTheWire>

/** Those that are there: what may not be seen is no field at all. */
const contactsIn = ({
  email,
  phone,
  meetingLocation,
}: Pick<OrderOnTheWire, 'email' | 'phone' | 'meetingLocation'>) => ({
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(meetingLocation !== undefined && { meetingLocation }),
})

const orderFromWire = (wire: OrderOnTheWire): Order => ({
  id: wire._id,
  side: wire.side,
  book: bookFromWire(wire.bookData),
  name: wire.name,
  ...contactsIn(wire),
  isPaid: wire.paymentStatus,
  state: wire.state,
  orderedAt: new Date(wire.orderTime),
  payBy: new Date(wire.payBy),
  since: new Date(wire.stateTime),
  dueAt: wire.dueTime === undefined ? null : new Date(wire.dueTime),
  hasProblem: wire.problem === true,
  paysInCash: wire.cash === true,
  isCopyBack: wire.copyBack === true,
  hasFailedRefund: wire.refundFailed === true,
  paidAt: wire.paidTime === undefined ? null : new Date(wire.paidTime),
  ...(wire.handOverCode !== undefined && { handOverCode: wire.handOverCode }),
  transactionId: wire.transactionId,
  isBookGone: wire.bookGone === true,
  isCopyHidden: wire.copyHidden === true,
  isSellerClosed: wire.sellerClosed === true,
  isBuyerClosed: wire.buyerClosed === true,
  isSellerSuspended: wire.sellerSuspended === true,
  isBuyerSuspended: wire.buyerSuspended === true,
})

const orderToWire = (order: Order): OrderOnTheWire => ({
  _id: order.id,
  side: order.side,
  bookData: bookToWire(order.book),
  name: order.name,
  ...contactsIn(order),
  paymentStatus: order.isPaid,
  state: order.state,
  orderTime: order.orderedAt.toISOString(),
  payBy: order.payBy.toISOString(),
  stateTime: order.since.toISOString(),
  ...(order.dueAt && { dueTime: order.dueAt.toISOString() }),
  ...(order.hasProblem && { problem: true as const }),
  ...(order.paysInCash && { cash: true as const }),
  ...(order.isCopyBack && { copyBack: true as const }),
  ...(order.hasFailedRefund && { refundFailed: true as const }),
  ...(order.paidAt && { paidTime: order.paidAt.toISOString() }),
  ...(order.handOverCode !== undefined && { handOverCode: order.handOverCode }),
  transactionId: order.transactionId,
  ...(order.isBookGone && { bookGone: true as const }),
  ...(order.isCopyHidden && { copyHidden: true as const }),
  ...(order.isSellerClosed && { sellerClosed: true as const }),
  ...(order.isBuyerClosed && { buyerClosed: true as const }),
  ...(order.isSellerSuspended && { sellerSuspended: true as const }),
  ...(order.isBuyerSuspended && { buyerSuspended: true as const }),
})

/** Wire ↔ Order. */
export const order = z.codec(orderOnTheWire, z.custom<Order>(), { decode: orderFromWire, encode: orderToWire })

const orderWithTimeline = z.codec(
  z.extend(orderOnTheWire, {
    timeline: z.array(orderEventOnTheWire),
    problems: z.array(orderProblemOnTheWire),
    refunds: z.array(refundOnTheWire),
    refundable: z.int(),
  }),
  z.custom<OrderWithTimeline>(),
  {
    decode: ({ timeline, problems, refunds, refundable, ...wire }) => ({
      ...orderFromWire(wire),
      timeline: timeline.map(orderEventFromWire),
      problems: problems.map(orderProblemFromWire),
      refunds: refunds.map(refundFromWire),
      refundable,
    }),
    encode: ({ timeline, problems, refunds, refundable, ...order }) => ({
      ...orderToWire(order),
      timeline: timeline.map(orderEventToWire),
      problems: problems.map(orderProblemToWire),
      refunds: refunds.map(refundToWire),
      refundable,
    }),
  },
)

export const listMyOrders = defineCall({
  method: 'GET',
  path: '/my-orders',
  access: ['buyer'],
  summary: 'The buyer’s own orders, newest first unless sorted otherwise',
  query: z.object({ ...pageQuery(myOrderSorts), email: z.optional(queriedEmail) }),
  answer: z.array(order),
  refusals: ['not_your_email'],
  paged: true,
})

export const getOrder = defineCall({
  method: 'GET',
  path: '/my-orders/:id',
  access: 'member',
  summary: 'One order with its timeline, for its buyer, the book’s seller and the admin',
  params: idParams,
  answer: orderWithTimeline,
  refusals: ['not_found'],
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/my-orders/:id/cancel',
  access: 'member',
  summary: 'The buyer cancels an unpaid order; the copy is for sale again',
  params: idParams,
  answer: acknowledged,
  refusals: ['not_found', 'order_not_open'],
})

export const listMyBuyers = defineCall({
  method: 'GET',
  path: '/my-buyers',
  access: ['seller'],
  summary: 'Orders on the seller’s books that have not come to nothing, newest first unless sorted otherwise',
  query: z.object(pageQuery(myBuyerSorts)),
  answer: z.array(order),
  paged: true,
})
