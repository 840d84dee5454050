import * as z from 'zod/mini'
import { LONGEST_SEARCH, namedAccount } from '#contract/accounts/people.ts'
import { shownBook } from '#contract/books/shown-book.ts'
import { defineCall } from '#contract/call.ts'
import { money, time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { optionalLine } from '#contract/text.ts'
import { orderStates } from './order-life.ts'

/** What the admin's list of orders can be narrowed to: those in a state, with an open problem, an open chargeback or a failed refund. */
export const orderFilters = ['problem', 'disputed', 'refund_failed', ...orderStates] as const
export type OrderFilter = (typeof orderFilters)[number]
export const allOrderSorts = ['newest', 'oldest'] as const
export type AllOrderSort = (typeof allOrderSorts)[number]

/** An order as the admin's list has it: whose it is, and where its money is. */
const listedOrder = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  /** As it was when it was ordered. */
  book: shownBook,
  buyer: namedAccount,
  seller: namedAccount,
  state: z.enum(orderStates),
  hasProblem: z.boolean(),
  paysInCash: z.boolean(),
  amount: money,
  orderedAt: time,
  /** When the money went over, wherever it is now; null where it never did. */
  paidAt: z.nullable(time),
  /** Of the card that paid; null in cash, and where the provider didn't tell. */
  cardLastFour: z.nullable(z.string()),
  /** What went or goes back of what was paid for it, but for what failed. */
  refunded: money,
  /** Some of that failed, and has to be given back another way. */
  hasFailedRefund: z.boolean(),
  /** A bank disputes a payment of it. */
  isDisputed: z.boolean(),
})
export type ListedOrder = z.output<typeof listedOrder>

export const listOrders = defineCall({
  method: 'GET',
  path: '/orders',
  topics: ['orders'],
  access: ['admin'],
  summary:
    'All orders, newest first unless sorted otherwise: in a state, with an open problem, an open chargeback or a failed refund, of one buyer or seller, or those that fit q: words of the title, or of the name or email of one side, that begin like its words; the order’s number, however it is written, or the beginning of its id; the card’s last four digits; the provider’s payment',
  query: z.object({
    ...pageQuery(allOrderSorts),
    q: z._default(optionalLine(LONGEST_SEARCH), ''),
    show: z.optional(z.enum(orderFilters, { error: `show is one of ${orderFilters.join(', ')}` })),
    buyer: z.optional(z.uuid('buyer is the id of an account')),
    seller: z.optional(z.uuid('seller is the id of an account')),
  }),
  answer: z.array(listedOrder),
  paged: true,
})
