import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { newsOf } from './order-news.ts'
import type { OrderNews } from '#server/database/mail-jobs.ts'
import { findOrderWithEvents } from './orders.sql.ts'

/**
 * Tells one side of an order what became of it. Null where the order has gone on since, and for a side whose account is
 * closed. Each side has an email of its own, so that an address that takes none doesn't bring the other side the same
 * again and again.
 */
export async function mailOrderNews(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { orderId, to, news }: { orderId: string; to: 'buyer' | 'seller'; news: OrderNews },
): Promise<Mail | null> {
  const order = await findOrderWithEvents(db, orderId)
  if (!order || (to === 'buyer' ? order.isBuyerClosed : order.isSellerClosed)) return null
  const words = newsOf(order, to, news, site)
  const person =
    to === 'buyer'
      ? { name: order.buyerName, address: order.buyerEmail }
      : { name: order.sellerName, address: order.sellerEmail }
  return words && { to: person, ...words }
}
