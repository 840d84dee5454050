import * as z from 'zod/mini'
import { defineMail, type MailServices } from '#server/mail/define-mail.ts'
import { exampleOrder } from './example-order.ts'
import { newsOf, orderNews, sidesOf, type OrderNews } from './order-news.ts'
import { readerOf } from '#server/orders/orders.rules.ts'
import { findOrderWithEvents, type OrderRowWithEvents } from '#server/orders/orders.sql.ts'

const SIDES = ['buyer', 'seller'] as const
type Side = (typeof SIDES)[number]

const NEWS = (Object.keys(orderNews) as OrderNews[]).filter((news) => news !== 'paid')

/** When each is sent, and what the order of its example has beside its state. */
const occasions: Record<OrderNews, readonly [when: string, order?: Partial<OrderRowWithEvents>]> = {
  reserved: ['A buyer reserves a book'],
  cash_chosen: ['The buyer of a reserved book would rather pay in cash'],
  agreed: ['The seller accepts cash'],
  payment_failed: ['The buyer’s bank doesn’t send a payment that was on its way'],
  cancelled: ['A reservation is cancelled'],
  expired: ['A reservation isn’t paid in time, or isn’t agreed to'],
  paid: ['A card payment has arrived', { intentId: 'pi_3Q…', paidAt: new Date('2026-11-23T15:25:00Z') }],
  first_reminder: ['A paid book isn’t handed over after some days'],
  last_reminder: ['A paid book isn’t handed over, shortly before it counts as such'],
  handed_over: ['A book counts as handed over'],
  account_closed: [
    'The other side of a paid order closes their account',
    { isBuyerClosed: true, isSellerClosed: true },
  ],
  account_suspended: ['The club suspends the other side of an order'],
}

/**
 * News of an order to one side, each at most once; or once for each `since`. Each side has an email of its own, so that
 * a failing address doesn't make the other side's repeat. None where the order has moved on since.
 */
export const orderNewsMail = defineMail({
  name: 'order_news',
  group: ({ news }) => orderNews[news].group,
  params: z.object({
    orderId: z.string(),
    to: z.enum(SIDES),
    news: z.enum(NEWS),
    since: z.optional(z.string()),
  }),
  find: findReader,
  write: ({ order }, site, { to, news }, times) => newsOf(order, { to, news }, site, times),
  examples: NEWS.flatMap((news) =>
    examplesOf(news).map(({ side, ...rest }) => ({ ...rest, params: { to: side, news } })),
  ),
})

/** Receipt to one side: the order is paid. */
export const orderPaidMail = defineMail({
  name: 'order_paid',
  group: orderNews.paid.group,
  params: z.object({ orderId: z.string(), to: z.enum(SIDES) }),
  find: findReader,
  write: ({ order }, site, { to }, times) => newsOf(order, { to, news: 'paid' }, site, times),
  examples: examplesOf('paid').map(({ side, ...rest }) => ({ ...rest, params: { to: side } })),
})

/** Null where the side's account is closed. */
async function findReader({ db }: MailServices, { orderId, to }: { orderId: string; to: Side }) {
  const order = await findOrderWithEvents(db, orderId)
  const reader = order && readerOf(order, to)
  return reader && { to: reader, order }
}

function examplesOf(news: OrderNews) {
  const [when, given] = occasions[news]
  const facts = { order: exampleOrder({ state: orderNews[news].states[0]!, ...given }) }
  return sidesOf(news).map((side) => ({ to: side === 'buyer' ? 'The buyer' : 'The seller', when, facts, side }))
}
