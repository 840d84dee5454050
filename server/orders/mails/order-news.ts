import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { facts, link, type MailBlock, type MailWords } from '#contract/mail-blocks.ts'
import { bookWords, quoted } from '#contract/mail-words.ts'
import { reasonWords } from '#contract/orders/order-timeline.ts'
import { orderPage, type OrderPlace } from '#contract/orders/order-places.ts'
import { HAND_OVER_DAYS, type OrderState } from '#contract/orders/order-life.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import type { MailPreference } from '#server/ports/mail.ts'
import type { OrderRow, OrderRowWithEvents } from '#server/orders/orders.sql.ts'
import { suspendedNews } from './suspended-news.ts'

interface News {
  /** States of the order in which the news is true; a late payment doesn't change them. */
  states: readonly OrderState[]
  group: MailPreference
}

/**
 * Emails about an order. Those that warn before the seller is paid can't be turned off: they are about money.
 * `account_closed` goes to the other side of a paid order; `account_suspended` to the other side of an open order.
 */
export const orderNews = {
  reserved: { states: ['claimed'], group: 'orders' },
  cash_chosen: { states: ['claimed'], group: 'orders' },
  agreed: { states: ['agreed'], group: 'orders' },
  cancelled: { states: ['cancelled', 'refunded'], group: 'orders' },
  expired: { states: ['expired', 'refunded'], group: 'orders' },
  paid: { states: ['paid', 'handed_over', 'done'], group: 'always' },
  first_reminder: { states: ['paid'], group: 'reminders' },
  last_reminder: { states: ['paid'], group: 'reminders' },
  handed_over: { states: ['handed_over'], group: 'always' },
  account_closed: { states: ['paid', 'handed_over'], group: 'always' },
  account_suspended: { states: ['claimed', 'agreed', 'paid', 'handed_over'], group: 'orders' },
} satisfies Record<string, News>
export type OrderNews = keyof typeof orderNews

type Side = 'buyer' | 'seller'
/** `place`: the section of the order's page to link to; the next step unless given. */
type NewsWriter = (order: OrderRowWithEvents, site: Site) => MailWords & { place?: OrderPlace }

/** Renders the email for one side; null where it is no longer true, or that side needs none. */
export function newsOf(order: OrderRowWithEvents, to: Side, news: OrderNews, site: Site): MailWords | null {
  const { states }: News = orderNews[news]
  const write = writers[to][news]
  // An open problem or dispute stops the clock, so the reminder would be wrong.
  if ((order.secondsLeft !== null || order.isDisputed) && news.endsWith('_reminder')) return null
  if (!write || !states.includes(order.state)) return null
  const { subject, blocks, place = 'step' } = write(order, site)
  return { subject, blocks: [...blocks, link('See the order', `${site.publicUrl}${orderPage(order.id, place)}`)] }
}

const forBuyer: Record<Exclude<OrderNews, 'reserved' | 'cash_chosen'>, NewsWriter> = {
  agreed: (order) => ({
    subject: `Agreed: ${titleOf(order)}`,
    blocks: [
      `The seller agrees to be paid in cash: ${priceOf(order)} for ${bookOf(order)}, when you meet. It’s reserved for you until ${dueOf(order)}.`,
      sellerLines(order),
      'When you have the book, show the seller the code on your order, or press “I have the book”.',
    ],
  }),
  first_reminder: (order, site) => remindBuyer(order, 'Have you met?', site),
  last_reminder: (order, site) => remindBuyer(order, 'Last reminder:', site),
  handed_over: (order) => ({
    subject: `Handed over: ${titleOf(order)}`,
    place: 'problems',
    blocks: [
      `${bookOf(order)} counts as handed over${lastBy(order) === 'time' ? ', because nobody said otherwise within 14 days' : ''}.`,
      order.secondsLeft === null && !order.isDisputed
        ? `Is something wrong? Say so by ${dueOf(order)}, on the order’s page.`
        : '',
    ],
  }),
  paid: (order, site) => ({
    subject: `Paid: ${titleOf(order)}`,
    blocks: [
      `You paid ${priceOf(order)} for ${bookOf(order)}.`,
      order.isSellerClosed ? closedWords(order, 'seller', site) : '',
      sellerLines(order),
    ],
  }),
  cancelled: (order, { publicUrl }) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    blocks: [
      `Your reservation of ${bookOf(order)} was cancelled${whyCancelled(order)}.${isLatePaid(order) ? '' : ' You weren’t charged.'}`,
      link('Find another book', `${publicUrl}${href('/all-products')}`),
    ],
  }),
  expired: (order, { publicUrl }) => ({
    subject: `Expired: ${titleOf(order)}`,
    blocks: [
      `Your reservation of ${bookOf(order)} has expired, because ${whyExpired(order)}.${order.isCopyHidden ? '' : ' The book is back on sale.'}${isLatePaid(order) ? '' : ' You weren’t charged.'}`,
      order.isCopyHidden
        ? link('Find another book', `${publicUrl}${href('/all-products')}`)
        : link('See the book', `${publicUrl}${bookPath({ id: order.bookId })}`),
    ],
  }),
  account_closed: (order, site) => ({
    subject: `About your order: ${titleOf(order)}`,
    blocks: [
      `You paid ${priceOf(order)} for ${bookOf(order)}. ${closedWords(order, 'seller', site)}`,
      `This is what you had agreed:`,
      sellerLines(order),
    ],
  }),
  account_suspended: (order, site) => suspendedNews(order, 'buyer', site),
}

// Emails before the payment leave out the buyer's name: otherwise any new account could write to any seller in our
// name.
const forSeller: Record<Exclude<OrderNews, 'agreed'>, NewsWriter> = {
  reserved: (order) => ({
    subject: `Reserved: ${titleOf(order)}`,
    blocks: [
      `A buyer has reserved ${bookOf(order)} for ${priceOf(order)}, until ${momentOf(order.payBy)}.`,
      order.paysInCash
        ? 'The buyer would like to pay in cash when you meet. Agree or decline on the order’s page, where you also find how to reach the buyer; once you agree, they see how to reach you.'
        : 'We’ll email you when it’s paid; please don’t hand the book over before. If it isn’t paid in time, it goes back on sale by itself. You’ll find how to reach the buyer on the order’s page.',
    ],
  }),
  cash_chosen: (order) => ({
    subject: `Cash when you meet? ${titleOf(order)}`,
    blocks: [
      `The buyer of ${bookOf(order)} would like to pay ${priceOf(order)} in cash when you meet. Agree or decline on the order’s page by ${dueOf(order)}; once you agree, they see how to reach you.`,
    ],
  }),
  first_reminder: (order, site) => remindSeller(order, 'Have you met?', site),
  last_reminder: (order, site) => remindSeller(order, 'Last reminder:', site),
  handed_over: (order) => ({
    subject: `Handed over: ${titleOf(order)}`,
    blocks: [
      `${bookOf(order)} counts as handed over${lastBy(order) === 'time' ? ', because nobody said otherwise within 14 days' : ''}.${order.secondsLeft === null && !order.isDisputed ? ` The order is done on ${dueOf(order)}, unless one of you says before that something is wrong.` : ''}`,
    ],
  }),
  paid: (order, site) => ({
    subject: `Sold: ${titleOf(order)}`,
    blocks: [
      `Your book ${bookOf(order)} is sold and paid: ${priceOf(order)}.`,
      order.isBuyerClosed ? closedWords(order, 'buyer', site) : '',
      buyerLines(order),
    ],
  }),
  cancelled: (order) => ({
    subject: `Cancelled: ${titleOf(order)}`,
    blocks: [
      order.isBuyerClosed
        ? `The reservation of ${bookOf(order)} was cancelled, because the buyer’s account was closed.`
        : `The buyer has cancelled the reservation of ${bookOf(order)}.`,
      backWords(order),
    ],
  }),
  expired: (order) => ({
    subject: `Expired: ${titleOf(order)}`,
    blocks: [`The reservation of ${bookOf(order)} has expired, because ${whyExpired(order)}.`, backWords(order)],
  }),
  account_closed: (order, site) => ({
    subject: `About your sale: ${titleOf(order)}`,
    blocks: [
      `Your book ${bookOf(order)} is sold and paid: ${priceOf(order)}. ${closedWords(order, 'buyer', site)}`,
      `This is what you had agreed:`,
      buyerLines(order),
    ],
  }),
  account_suspended: (order, site) => suspendedNews(order, 'seller', site),
}

const writers: Record<Side, Partial<Record<OrderNews, NewsWriter>>> = { buyer: forBuyer, seller: forSeller }

/** The sides that get this news. */
export const sidesOf = (news: OrderNews): Side[] => (['buyer', 'seller'] as const).filter((side) => writers[side][news])

const remindBuyer = (order: OrderRow, question: string, site: Site) => ({
  subject: `${question} ${titleOf(order)}`,
  blocks: [
    `You paid ${priceOf(order)} for ${bookOf(order)}. When you have it, ${order.isSellerClosed ? '' : 'show the seller the code on your order, or '}press “I have the book”.${order.isSellerClosed ? ` ${closedWords(order, 'seller', site)}` : ''}`,
    `If you do nothing, it counts as handed over on ${dueOf(order)}.`,
    sellerLines(order),
  ],
})

const remindSeller = (order: OrderRow, question: string, site: Site) => ({
  subject: `${question} ${titleOf(order)}`,
  blocks: [
    `${bookOf(order)} is paid: ${priceOf(order)}. ${order.isBuyerClosed ? closedWords(order, 'buyer', site) : 'When you hand it over, ask the buyer for the code on their order and type it in on the order’s page.'}`,
    buyerLines(order),
  ],
})

/** Tells the seller what happens to a copy that isn't reserved any more. */
const backWords = ({ isCopyHidden }: OrderRow) =>
  isCopyHidden
    ? 'The book isn’t reserved any more, and isn’t on sale: your listing is hidden at the moment.'
    : 'The book is back on sale. You don’t need to do anything.'

const lastBy = ({ events }: OrderRowWithEvents) => events.at(-1)?.actor

/** A payment arrived after the order ended; another email announces the refund. */
const isLatePaid = ({ state }: OrderRow) => state === 'refunded'

/** ', because …'; empty without a reason. */
function whyCancelled(order: OrderRowWithEvents): string {
  const last = order.events.findLast(({ to }) => to === 'cancelled')
  if (last?.reason) return ` by the seller: “${reasonWords[last.reason]}”`
  return order.isSellerClosed ? ', because the seller’s account was closed' : ', because the book was taken down'
}

function whyExpired({ events, paysInCash }: OrderRowWithEvents): string {
  if (events.findLast(({ to }) => to === 'expired')?.from === 'agreed')
    return `nobody said within ${HAND_OVER_DAYS} days that you had met`
  return paysInCash ? 'the seller didn’t agree to cash in time' : 'it wasn’t paid in time'
}

const closedWords = ({ state }: OrderRow, side: Side, site: Site) =>
  `The ${side}’s account was closed. If ${state === 'handed_over' ? 'something is wrong with the book' : 'you haven’t met yet'}, write to the club: ${clubContact(site)}`

const titleOf = ({ snapshot }: OrderRow) => quoted(snapshot.title)
const bookOf = ({ snapshot }: OrderRow) => bookWords(snapshot)
const priceOf = ({ amount, currency }: OrderRow) => formatMoney({ minor: amount, currency })

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
/** 'Mon, 23 Nov, 15:21 UTC': the server doesn't know the reader's time zone. */
const momentOf = (at: Date) => `${moment.format(at)} UTC`
/** Due time of an order that isn't over. */
const dueOf = ({ dueAt }: OrderRow) => momentOf(dueAt!)

const sellerLines = (order: OrderRow) =>
  contactLines('Seller', order.sellerName, order.sellerEmail, order.mobileNumber, order.meetingLocation)
const buyerLines = (order: OrderRow) =>
  contactLines('Buyer', order.buyerName, order.buyerEmail, order.phone, order.meetingLocation)

const contactLines = (who: string, name: string, email: string, phone: string, place: string): MailBlock =>
  facts([who, quoted(name)], ['Email', email], ['Phone', phone], ['Meeting place', place && quoted(place)])
