import { formatMoney } from '#contract/wording.ts'
import type { Services } from '#server/services.ts'
import { findOrder, type OrderRow } from './orders.sql.ts'

/**
 * Tells both sides of a paid order about each other: the buyer gets a receipt, the seller learns whom to meet. Does
 * nothing for an order that is not paid any more. Called twice, it mails twice; the job that calls it ends with the
 * first success.
 */
export async function mailOrderPaid(services: Pick<Services, 'db' | 'mail' | 'site'>, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (order?.state !== 'paid' || !order.buyerEmail || !order.buyerName) return
  const price = formatMoney({ minor: order.amount, currency: order.currency })
  const { title, author } = order.snapshot
  await services.mail.send({
    to: { name: order.buyerName, address: order.buyerEmail },
    subject: `Paid: ${title}`,
    text: `You paid ${price} for “${title}” by ${author}.\n\n${contactLines(order, 'seller')}\n\nYour orders: ${services.site.publicUrl}/dashboard/my-orders\n`,
  })
  await services.mail.send({
    to: { name: order.sellerName, address: order.sellerEmail },
    subject: `Sold: ${title}`,
    text: `Your book “${title}” by ${author} is sold and paid: ${price}.\n\n${contactLines(order, 'buyer')}\n\nYour buyers: ${services.site.publicUrl}/dashboard/my-buyers\n`,
  })
}

function contactLines(order: OrderRow, side: 'buyer' | 'seller'): string {
  const lines =
    side === 'seller'
      ? [
          `Seller: ${order.sellerName}`,
          `Email: ${order.sellerEmail}`,
          order.mobileNumber && `Phone: ${order.mobileNumber}`,
        ]
      : [`Buyer: ${order.buyerName}`, `Email: ${order.buyerEmail}`, order.phone && `Phone: ${order.phone}`]
  return [...lines, order.meetingLocation && `Meeting place: ${order.meetingLocation}`].filter(Boolean).join('\n')
}
