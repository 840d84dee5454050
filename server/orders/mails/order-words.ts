import { facts, note, type MailBlock } from '#contract/mail-blocks.ts'
import { bookWords, quoted } from '#contract/mail-words.ts'
import { feeOf } from '#contract/money/club-fee.ts'
import { HAND_OVER_DAYS } from '#contract/orders/order-life.ts'
import { reasonWords } from '#contract/orders/order-timeline.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import type { OrderRow, OrderRowWithEvents } from '#server/orders/orders.sql.ts'

/* Words that several emails about an order share. */

/** Tells the seller what happens to a copy that isn't reserved any more. */
export const backWords = ({ isCopyHidden }: OrderRow) =>
  isCopyHidden
    ? 'The book isn’t reserved any more, and isn’t on sale: your listing is hidden at the moment.'
    : 'The book is back on sale. You don’t need to do anything.'

export const handedOverWords = (order: OrderRowWithEvents) =>
  lastBy(order) === 'time'
    ? `We’ve marked ${bookOf(order)} as handed over, because nobody told us otherwise within ${HAND_OVER_DAYS} days.`
    : `${bookOf(order)} has been handed over.`

const lastBy = ({ events }: OrderRowWithEvents) => events.at(-1)?.actor

/** A payment arrived after the order ended; another email announces the refund. */
export const isLatePaid = ({ state }: OrderRow) => state === 'refunded'

/** ', because …'; empty without a reason. */
export function whyCancelled(order: OrderRowWithEvents): string {
  const last = order.events.findLast(({ to }) => to === 'cancelled')
  if (last?.reason) return ` by the seller: “${reasonWords[last.reason]}”`
  return order.isSellerClosed ? ', because the seller’s account was closed' : ', because the book was taken down'
}

export function whyExpired({ events, paysInCash }: OrderRowWithEvents): string {
  const end = events.findLastIndex(({ to }) => to === 'expired')
  if (events[end - 1]?.transition === 'bank_refuses_payment') return 'the bank didn’t send the payment'
  if (events[end]?.from === 'agreed') return `nobody told us within ${HAND_OVER_DAYS} days that you had met`
  return paysInCash ? 'the seller didn’t accept cash in time' : 'it wasn’t paid in time'
}

export const closedWords = ({ state }: OrderRow, side: 'buyer' | 'seller', site: Site) =>
  `The ${side}’s account was closed. If ${state === 'handed_over' ? 'something is wrong with the book' : 'you haven’t met yet'}, write to the club: ${clubContact(site)}`

/** The order's number, at the foot of an email about it. */
export const numberOf = ({ number }: OrderRow) => note(`Order no. ${number}`)

export const titleOf = ({ snapshot }: OrderRow) => quoted(snapshot.title)
export const bookOf = ({ snapshot }: OrderRow) => bookWords(snapshot)
export const priceOf = ({ amount, currency }: OrderRow) => formatMoney({ minor: amount, currency })

/** What the seller gets of the price; empty without a fee. */
export function shareWords({ amount, currency, feeRate: rate, feeLeast: least }: OrderRow): string {
  const fee = feeOf({ rate, least }, { minor: amount, currency })
  const money = (minor: number) => formatMoney({ minor, currency })
  return fee > 0 ? ` Once the order is done you get ${money(amount - fee)}; the club keeps ${money(fee)}.` : ''
}

export const sellerLines = (order: OrderRow) =>
  contactLines(order, ['Seller', order.sellerName, order.sellerEmail, order.mobileNumber])
export const buyerLines = (order: OrderRow) =>
  contactLines(order, ['Buyer', order.buyerName, order.buyerEmail, order.phone])

const contactLines = (
  { meetingLocation: place, snapshot: { location } }: OrderRow,
  [who, name, email, phone]: [side: string, name: string, email: string, phone: string],
): MailBlock =>
  facts(
    [who, quoted(name)],
    ['Email', email],
    ['Phone', phone],
    ['Meeting place', place && quoted(place)],
    ['Location', location && quoted(location)],
  )
