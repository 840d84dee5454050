import * as z from 'zod/mini'
import { book } from '#contract/books/books.ts'
import { defineCall } from '#contract/call.ts'
import { renamed, time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { myBuyerSorts, myOrderSorts } from '#contract/sorts.ts'
import { queriedEmail } from '#contract/text.ts'
import { dispute } from './disputes.ts'
import { orderStates } from './order-life.ts'
import { orderEvent } from './order-timeline.ts'
import { orderProblem } from './problems.ts'
import { refund } from './refunds.ts'

/** A claim on a copy and what became of it. Name, contacts and place are the buyer's. */
const orderOnTheWire = z.object({
  _id: z.uuid(),
  /** What people name it by: `7K4-M2QX`. */
  number: z.string(),
  /** The listing as it was when the copy was claimed; with the seller's contacts for those who may see them by now. */
  bookData: book,
  name: z.string(),
  /** The contacts are present only for those who may see them; empty where the buyer gave none. */
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  meetingLocation: z.optional(z.string()),
  paymentStatus: z.boolean(),
  /** Which side of it the reader is; the admin is the club. */
  side: z.enum(['buyer', 'seller', 'club']),
  state: z.enum(orderStates),
  orderedAt: time,
  /** When an unpaid claim expires. */
  payBy: time,
  /** When the present state was entered. */
  since: time,
  /**
   * When time makes the next step; null where none is due, and while a problem, a chargeback or a payment that is on its
   * way stops the clock.
   */
  dueAt: z.nullable(time),
  /** The buyer's bank is sending the payment, for hours or days; the copy stays reserved. */
  isPaymentProcessing: z.boolean(),
  /** One side has said that something is wrong, and that has not ended. */
  hasProblem: z.boolean(),
  /** The bank of the buyer's card disputes the payment, and has not decided. */
  isDisputed: z.boolean(),
  /** The buyer asked to pay in cash, or did. */
  paysInCash: z.boolean(),
  /** The method that paid, as the card provider names it (`card`, `ideal`); null where it was cash, and before. */
  paymentMethod: z.nullable(z.string()),
  /** The money went back before the book changed hands, and it is not for sale again: its seller decides about it. */
  isCopyBack: z.boolean(),
  /** Some of what went back failed, and the club has yet to give it back another way. */
  hasFailedRefund: z.boolean(),
  /** When the money went over, and stayed there; null before. */
  paidAt: z.nullable(time),
  /** The six digits that prove the hand-over; for the buyer alone, while it is due. */
  handOverCode: z.optional(z.string()),
  /** The card provider's name of the payment, for its buyer and the admin; empty where nothing was paid. */
  transactionId: z.string(),
  /** Its book has no page any more. */
  isBookGone: z.boolean(),
  /** Its copy can't be found at the moment, reserved or not: it is paused, or out of the shop. */
  isCopyHidden: z.boolean(),
  /** The account of that side was closed since. */
  isSellerClosed: z.boolean(),
  isBuyerClosed: z.boolean(),
  /** The club has suspended it, while the order isn't over. */
  isSellerSuspended: z.boolean(),
  isBuyerSuspended: z.boolean(),
})

const ourNames = { _id: 'id', bookData: 'book', paymentStatus: 'isPaid' } as const

const order = renamed(orderOnTheWire, ourNames)
export type Order = z.output<typeof order>

/** An order by itself comes with what happened to it and to its money, and the problems there were, first things first. */
const orderWithTimeline = renamed(
  z.extend(orderOnTheWire, {
    timeline: z.array(orderEvent),
    problems: z.array(orderProblem),
    refunds: z.array(refund),
    disputes: z.array(dispute),
    /** What can still go back of it, in minor units of its currency. */
    refundable: z.int(),
    /** What the club keeps of a payment by card, as things stand: minor units; for the seller and the admin alone. */
    fee: z.optional(z.int()),
  }),
  ourNames,
)
export type OrderWithTimeline = z.output<typeof orderWithTimeline>

export const listMyOrders = defineCall({
  method: 'GET',
  path: '/my-orders',
  topics: ['orders'],
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
  topics: ['orders'],
  access: 'member',
  summary: 'One order with its timeline, for its buyer, the book’s seller and the admin',
  answer: orderWithTimeline,
  refusals: ['not_found'],
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/my-orders/:id/cancel',
  topics: ['orders', 'books'],
  access: 'member',
  summary: 'The buyer cancels an unpaid order; the copy is for sale again',
  refusals: ['not_found', 'order_not_open'],
})

export const listMyBuyers = defineCall({
  method: 'GET',
  path: '/my-buyers',
  topics: ['orders'],
  access: ['seller'],
  summary: 'Orders on the seller’s books that have not come to nothing, newest first unless sorted otherwise',
  query: z.object(pageQuery(myBuyerSorts)),
  answer: z.array(order),
  paged: true,
})
