import * as z from 'zod/mini'
import { defineCall, id } from './call.ts'

const count = z.int()

const buying = z.object({
  toPay: count,
  toCollect: count,
  /** Orders whose refund came back from the card's bank. */
  refundsFailed: count,
})
const selling = z.object({
  /** Unsold, and not advertised yet. */
  toAdvertise: count,
  askForCash: count,
  toHandOver: count,
  /** Reserved by buyers who haven't paid, those who ask for cash apart. */
  unpaid: count,
})
const club = z.object({
  sellers: count,
  buyers: count,
  openReports: count,
  openProblems: count,
  /** Orders. */
  refundsFailed: count,
  /** Orders whose payment a bank disputes. */
  disputed: count,
  sellersOwed: count,
})

export type Buying = z.output<typeof buying>
export type Selling = z.output<typeof selling>
export type Club = z.output<typeof club>
export type DashboardNumbers = z.output<typeof getDashboardNumbers.answer>

export const getDashboardNumbers = defineCall({
  method: 'GET',
  path: '/dashboard-numbers',
  topics: ['messages', 'orders', 'my-books', 'people', 'reports', 'payouts'],
  access: 'member',
  summary: 'What waits for the account, counted exactly: as buyer and seller, or of the whole club for an admin',
  answer: z.object({
    unreadMessages: count,
    /** Null for admins, who don't trade. */
    trade: z.nullable(z.object({ buying, selling })),
    /** Null for everyone else. */
    club: z.nullable(club),
  }),
})

export const listUnreadOfOrders = defineCall({
  method: 'GET',
  path: '/unread-messages/by-order',
  topics: ['messages'],
  access: 'member',
  summary: 'How many messages one hasn’t read about each order; orders without any are left out',
  answer: z.array(z.object({ orderId: id, unread: count })),
})
