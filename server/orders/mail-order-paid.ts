import { CLOSED_ACCOUNT } from '#contract/constants.ts'
import { formatMoney } from '#contract/wording.ts'
import type { Letters } from '#server/jobs/add-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findOrder, type OrderRow } from './orders.sql.ts'

/**
 * Tells one side of a paid order about the other: the buyer gets a receipt, the seller learns whom to meet. Null for an
 * order that is not paid any more; without an address for a side that has left the club. Each side has an email of its
 * own, so that an address that takes none doesn't bring the other side the same again and again.
 */
export async function mailOrderPaid(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { orderId, to }: Letters['order_paid'],
): Promise<Mail | null> {
  const order = await findOrder(db, orderId)
  if (order?.state !== 'paid') return null
  return to === 'buyer' ? receipt(order, site.publicUrl) : notice(order, site.publicUrl)
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
