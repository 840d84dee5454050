import type { OrderState } from '#contract/order-life.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import type { OrderNews } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { OrderRow } from './orders.sql.ts'

type Words = Pick<Mail, 'subject' | 'text'>
type Side = 'buyer' | 'seller'
type NewsWriter = (order: OrderRow, site: Site) => { subject: string; paragraphs: string[] }

/** In which state an order has to be for its news to be true; a payment that comes too late doesn't change it. */
const statesOf: Record<OrderNews, readonly OrderState[]> = {
  reserved: ['claimed'],
  cancelled: ['cancelled', 'refunded'],
  expired: ['expired', 'refunded'],
  paid: ['paid'],
  account_closed: ['paid'],
}

/** The email for one side; null where it isn't so (any more), or where that side needs no email. */
export function newsOf(order: OrderRow, to: Side, news: OrderNews, site: Site): Words | null {
  const write = writers[to][news]
  if (!write || !statesOf[news].includes(order.state)) return null
  const { subject, paragraphs } = write(order, site)
  const page = to === 'buyer' ? 'my-orders' : 'my-buyers'
  const overview = `Your ${to === 'buyer' ? 'orders' : 'buyers'}: ${site.publicUrl}/dashboard/${page}`
  return { subject, text: `${[...paragraphs, overview].filter(Boolean).join('\n\n')}\n` }
}

const forBuyer: Record<Exclude<OrderNews, 'reserved'>, NewsWriter> = {
  paid: (order, site) => ({
    subject: `Paid: ${titleOf(order)}`,
    paragraphs: [
      `You paid ${priceOf(order)} for ${bookOf(order)}.`,
      order.isSellerClosed ? closedWords('seller', site) : '',
      sellerLines(order),
    ],
  }),
  cancelled: (order, { publicUrl }) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    paragraphs: [
      `Your reservation of ${bookOf(order)} was cancelled, because ${order.isSellerClosed ? 'the seller’s account was closed' : 'the book was taken down'}. You pay nothing.`,
      `Find another book: ${publicUrl}/all-products`,
    ],
  }),
  expired: (order, { publicUrl }) => ({
    subject: `Expired: ${titleOf(order)}`,
    paragraphs: [
      `Your reservation of ${bookOf(order)} has expired, because it wasn’t paid in time. The book is back on sale, and you pay nothing.`,
      `See the book: ${publicUrl}/advertise/${order.bookId}`,
    ],
  }),
  account_closed: (order, site) => ({
    subject: `About your order: ${titleOf(order)}`,
    paragraphs: [
      `You paid ${priceOf(order)} for ${bookOf(order)}. ${closedWords('seller', site)}`,
      `This is what you had agreed:`,
      sellerLines(order),
    ],
  }),
}

// Before the payment without the buyer's name: whoever signs up could write to any seller by it, in our name.
const forSeller: Record<OrderNews, NewsWriter> = {
  reserved: (order, { cards }) => ({
    subject: `Reserved: ${titleOf(order)}`,
    paragraphs: [
      `A buyer has reserved ${bookOf(order)} for ${priceOf(order)}, until ${momentOf(order.payBy)}.`,
      cards.mode === 'off'
        ? 'Get in touch to agree when to meet and how to pay. You’ll find how to reach them under My buyers.'
        : 'We’ll email you when it’s paid; please don’t hand the book over before. If it isn’t paid in time, it goes back on sale by itself. You’ll find how to reach the buyer under My buyers.',
    ],
  }),
  paid: (order, site) => ({
    subject: `Sold: ${titleOf(order)}`,
    paragraphs: [
      `Your book ${bookOf(order)} is sold and paid: ${priceOf(order)}.`,
      order.isBuyerClosed ? closedWords('buyer', site) : '',
      buyerLines(order),
    ],
  }),
  cancelled: (order) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    paragraphs: [
      order.isBuyerClosed
        ? `The reservation of ${bookOf(order)} was cancelled, because the buyer’s account was closed.`
        : `The buyer has cancelled the reservation of ${bookOf(order)}.`,
      'The book is back on sale. You don’t need to do anything.',
    ],
  }),
  expired: (order) => ({
    subject: `Expired: ${titleOf(order)}`,
    paragraphs: [
      `The reservation of ${bookOf(order)} has expired, because it wasn’t paid in time.`,
      'The book is back on sale. You don’t need to do anything.',
    ],
  }),
  account_closed: (order, site) => ({
    subject: `About your sale: ${titleOf(order)}`,
    paragraphs: [
      `Your book ${bookOf(order)} is sold and paid: ${priceOf(order)}. ${closedWords('buyer', site)}`,
      `This is what you had agreed:`,
      buyerLines(order),
    ],
  }),
}

const writers: Record<Side, Partial<Record<OrderNews, NewsWriter>>> = { buyer: forBuyer, seller: forSeller }

const closedWords = (side: Side, site: Site) =>
  `The ${side}’s account was closed. If you haven’t met yet, write to the club: ${clubContact(site)}`

const titleOf = ({ snapshot }: OrderRow) => snapshot.title
const bookOf = ({ snapshot: { title, author } }: OrderRow) => `“${title}” by ${author}`
const priceOf = ({ amount, currency }: OrderRow) => formatMoney({ minor: amount, currency })

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
/** 'Mon, 23 Nov, 15:21 UTC': nobody's zone is known here. */
const momentOf = (at: Date) => `${moment.format(at)} UTC`

const sellerLines = (order: OrderRow) =>
  contactLines('Seller', order.sellerName, order.sellerEmail, order.mobileNumber, order.meetingLocation)
const buyerLines = (order: OrderRow) =>
  contactLines('Buyer', order.buyerName, order.buyerEmail, order.phone, order.meetingLocation)

function contactLines(who: string, name: string, email: string, phone: string, place: string): string {
  return [`${who}: ${name}`, email && `Email: ${email}`, phone && `Phone: ${phone}`, place && `Meeting place: ${place}`]
    .filter(Boolean)
    .join('\n')
}
