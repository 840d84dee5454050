import { CLOSED_ACCOUNT } from '#contract/constants.ts'
import { formatMoney } from '#contract/wording.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findOrder, type OrderRow } from './orders.sql.ts'

/**
 * Tells one side of a paid order about the other: the buyer gets a receipt, the seller learns whom to meet. Does
 * nothing for an order that is not paid any more, nor for a side that has left the club. Each side has a job of its
 * own, so that an address that takes no mail doesn't bring the other side the same mail again and again. Called
 * twice, it mails twice; the job that calls it ends with the first success.
 */
export async function mailOrderPaid(
  services: Pick<Services, 'db' | 'mail' | 'site'>,
  orderId: string,
  to: 'buyer' | 'seller',
): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (order?.state !== 'paid') return
  const mail = to === 'buyer' ? receipt(order, services.site.publicUrl) : notice(order, services.site.publicUrl)
  if (mail.to.address !== '') await services.mail.send(mail)
}

function receipt(order: OrderRow, publicUrl: string): Mail {
  const { title, author } = order.snapshot
  return {
    to: { name: order.buyerName ?? '', address: order.buyerEmail ?? '' },
    subject: `Paid: ${title}`,
    text: `You paid ${priceOf(order)} for “${title}” by ${author}.\n\n${contactLines(order, 'seller')}\n\nYour orders: ${publicUrl}/dashboard/my-orders\n`,
  }
}

function notice(order: OrderRow, publicUrl: string): Mail {
  const { title, author } = order.snapshot
  return {
    to: { name: order.sellerName, address: order.sellerEmail },
    subject: `Sold: ${title}`,
    text: `Your book “${title}” by ${author} is sold and paid: ${priceOf(order)}.\n\n${contactLines(order, 'buyer')}\n\nYour buyers: ${publicUrl}/dashboard/my-buyers\n`,
  }
}

const priceOf = ({ amount, currency }: OrderRow) => formatMoney({ minor: amount, currency })

function contactLines(order: OrderRow, side: 'buyer' | 'seller'): string {
  const [who, name, email, phone] =
    side === 'seller'
      ? ['Seller', order.sellerName, order.sellerEmail, order.mobileNumber]
      : ['Buyer', order.buyerName ?? CLOSED_ACCOUNT, order.buyerEmail, order.phone]
  return [
    `${who}: ${name}`,
    email && `Email: ${email}`,
    phone && `Phone: ${phone}`,
    order.meetingLocation && `Meeting place: ${order.meetingLocation}`,
  ]
    .filter(Boolean)
    .join('\n')
}
