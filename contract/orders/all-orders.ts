import * as z from 'zod/mini'
import { LONGEST_SEARCH } from '#contract/accounts/people.ts'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { optionalLine } from '#contract/text.ts'
import { orderStates, type OrderState } from './order-life.ts'

/** What the admin's list of orders can be narrowed to: those in a state, with an open problem, or with a failed refund. */
export const orderFilters = ['problem', 'refund_failed', ...orderStates] as const
export type OrderFilter = (typeof orderFilters)[number]
export const allOrderSorts = ['newest', 'oldest'] as const
export type AllOrderSort = (typeof allOrderSorts)[number]

/** One of an order's two sides, for admins; without a name once that account is closed. */
export interface OrderPerson {
  id: string
  name: string | null
}

/** An order as the admin's list has it: whose it is, and where its money is. */
export interface ListedOrder {
  id: string
  title: string
  buyer: OrderPerson
  seller: OrderPerson
  state: OrderState
  hasProblem: boolean
  paysInCash: boolean
  /** In minor units, as are the refunds. */
  amount: number
  currency: string
  orderedAt: Date
  /** When the money went over, wherever it is now; null where it never did. */
  paidAt: Date | null
  /** Of the card that paid; null in cash, and where the provider didn't tell. */
  cardLastFour: string | null
  /** What went or goes back of what was paid for it, but for what failed. */
  refunded: number
  /** Some of that failed, and has to be given back another way. */
  hasFailedRefund: boolean
}

export const orderPerson = z.object({ _id: z.uuid(), name: z.nullable(z.string()) })
export const personFromWire = ({ _id, name }: z.infer<typeof orderPerson>): OrderPerson => ({ id: _id, name })
export const personToWire = ({ id, name }: OrderPerson): z.infer<typeof orderPerson> => ({ _id: id, name })

const listedOrder = z.codec(
  z.object({
    _id: z.uuid(),
    book_name: z.string(),
    buyer: orderPerson,
    seller: orderPerson,
    state: z.enum(orderStates),
    problem: z.optional(z.literal(true)),
    cash: z.optional(z.literal(true)),
    amount: z.int(),
    currency: z.string(),
    orderTime: z.string(),
    paidTime: z.optional(z.string()),
    cardLastFour: z.optional(z.string()),
    refunded: z.int(),
    refundFailed: z.optional(z.literal(true)),
  }),
  z.custom<ListedOrder>(),
  {
    decode: ({ _id, book_name, problem, refundFailed, cash, orderTime, paidTime, cardLastFour, ...rest }) => ({
      ...rest,
      id: _id,
      title: book_name,
      buyer: personFromWire(rest.buyer),
      seller: personFromWire(rest.seller),
      hasProblem: problem === true,
      hasFailedRefund: refundFailed === true,
      paysInCash: cash === true,
      orderedAt: new Date(orderTime),
      paidAt: paidTime === undefined ? null : new Date(paidTime),
      cardLastFour: cardLastFour ?? null,
    }),
    encode: ({ id, title, hasProblem, hasFailedRefund, paysInCash, orderedAt, paidAt, cardLastFour, ...rest }) => ({
      ...rest,
      _id: id,
      book_name: title,
      buyer: personToWire(rest.buyer),
      seller: personToWire(rest.seller),
      ...(hasProblem && { problem: true as const }),
      ...(hasFailedRefund && { refundFailed: true as const }),
      ...(paysInCash && { cash: true as const }),
      orderTime: orderedAt.toISOString(),
      ...(paidAt && { paidTime: paidAt.toISOString() }),
      ...(cardLastFour !== null && { cardLastFour }),
    }),
  },
)

export const listOrders = defineCall({
  method: 'GET',
  path: '/orders',
  access: ['admin'],
  summary:
    'All orders, newest first unless sorted otherwise: in a state, with an open problem or a failed refund, of one buyer or seller, or those that fit q: words of the title, or of the name or email of one side, that begin like its words; the beginning of the order’s id; the card’s last four digits; the provider’s payment',
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
