import * as z from 'zod/mini'
import { defineMail, type MailServices } from '#server/mail/define-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import { newsOf, orderNews, type OrderNews } from './order-news.ts'
import { readerOf } from './orders.rules.ts'
import { findOrderWithEvents } from './orders.sql.ts'

const SIDES = ['buyer', 'seller'] as const

const NEWS = (Object.keys(orderNews) as OrderNews[]).filter((news) => news !== 'paid')

/**
 * News of an order to one side, each at most once; or once for each `since`. Each side has an email of its own, so that
 * a failing address doesn't make the other side's repeat.
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
  write: writeNews,
})

/** Receipt to one side: the order is paid. */
export const orderPaidMail = defineMail({
  name: 'order_paid',
  group: orderNews.paid.group,
  params: z.object({ orderId: z.string(), to: z.enum(SIDES) }),
  write: (services, params) => writeNews(services, { ...params, news: 'paid' }),
})

/** Null where the order has moved on since, or the side's account is closed. */
async function writeNews(
  { db, site }: MailServices,
  { orderId, to, news }: { orderId: string; to: 'buyer' | 'seller'; news: OrderNews },
): Promise<Mail | null> {
  const order = await findOrderWithEvents(db, orderId)
  const reader = order && readerOf(order, to)
  if (!reader) return null
  const words = newsOf(order, to, news, site)
  return words && { to: reader, ...words }
}
