import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { facts, link, type MailWords } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { paidHow } from '#contract/orders/paid-how.ts'
import { orderPage, type OrderPlace } from '#contract/orders/order-places.ts'
import type { OrderState } from '#contract/orders/order-life.ts'
import type { Site } from '#contract/site.ts'
import type { MailPreference } from '#server/ports/mail.ts'
import type { MailTimes } from '#server/mail/mail-times.ts'
import type { OrderRow, OrderRowWithEvents } from '#server/orders/orders.sql.ts'
import {
  backWords,
  handedOverWords,
  isLatePaid,
  whyCancelled,
  whyExpired,
  closedWords,
  numberOf,
  titleOf,
  bookOf,
  priceOf,
  shareWords,
  sellerLines,
  buyerLines,
} from './order-words.ts'
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
  payment_failed: { states: ['claimed', 'agreed'], group: 'always' },
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
type NewsWriter = (order: OrderRowWithEvents, site: Site, times: OrderTimes) => MailWords & { place?: OrderPlace }

/** Times of an order, as its reader has them. */
interface OrderTimes {
  moment: MailTimes['moment']
  /** When the order's next step is due; of an order that isn't over. */
  due: string
}

/** Renders the email for one side; null where it is no longer true, or that side needs none. */
export function newsOf(
  order: OrderRowWithEvents,
  { to, news }: { to: Side; news: OrderNews },
  site: Site,
  { moment }: MailTimes,
): MailWords | null {
  const { states }: News = orderNews[news]
  const write = writers[to][news]
  // An open problem or dispute stops the clock, so the reminder would be wrong.
  if ((order.secondsLeft !== null || order.isDisputed) && news.endsWith('_reminder')) return null
  if (order.isPaymentProcessing && news === 'payment_failed') return null
  if (!write || !states.includes(order.state)) return null
  const due = order.dueAt ? moment(order.dueAt) : ''
  const { subject, blocks, place = 'step' } = write(order, site, { moment, due })
  const page = link('See the order', `${site.publicUrl}${orderPage(order.id, place)}`)
  // The receipt has it among its facts.
  const number = news === 'paid' && to === 'buyer' ? null : numberOf(order)
  return { subject, cover: order.bookId, blocks: [...blocks, page, number] }
}

const forBuyer: Record<Exclude<OrderNews, 'cash_chosen'>, NewsWriter> = {
  reserved: (order, { publicUrl }, { due }) => ({
    subject: `Reserved for you: ${titleOf(order)}`,
    blocks: [
      `${bookOf(order)} is reserved for you until ${due}.`,
      order.paysInCash
        ? 'You asked to pay in cash. The seller can accept or decline, and we’ll email you as soon as they do.'
        : `Pay ${priceOf(order)} by then to keep it. If you’ve changed your mind, cancel on the order’s page, so that others can have it.`,
      order.paysInCash ? null : link('Pay', `${publicUrl}${href('/dashboard/payment/:myOrderId', order.id)}`),
    ],
  }),
  agreed: (order, _site, { due }) => ({
    subject: `Agreed: ${titleOf(order)}`,
    blocks: [
      `The seller will take ${priceOf(order)} in cash for ${bookOf(order)}. Get in touch and meet by ${due}.`,
      sellerLines(order),
      'Got the book? Show the seller the code on your order, or press “I have the book”.',
    ],
  }),
  first_reminder: (order, site, { due }) => remindBuyer(order, { question: 'Have you met?', due }, site),
  last_reminder: (order, site, { due }) => remindBuyer(order, { question: 'Last reminder:', due }, site),
  handed_over: (order, _site, { due }) => ({
    subject: `Handed over: ${titleOf(order)}`,
    place: 'problems',
    blocks: [
      handedOverWords(order),
      order.secondsLeft === null && !order.isDisputed
        ? `Is something wrong? Report a problem on the order’s page by ${due}.`
        : '',
    ],
  }),
  paid: (order, site, { moment }) => ({
    subject: `Receipt: ${titleOf(order)}`,
    blocks: [
      `You paid ${priceOf(order)} for ${bookOf(order)}. This is your receipt from ${site.name}.`,
      facts(
        [`Paid ${paidHow(order)}`, priceOf(order)],
        ['Paid on', order.paidAt ? moment(order.paidAt) : ''],
        ['Paid by', [order.buyerName && quoted(order.buyerName), order.buyerEmail].filter(Boolean).join(', ')],
        ['Transaction', order.paysInCash ? '' : (order.intentId ?? '')],
        ['Order no.', order.number],
      ),
      order.isSellerClosed ? closedWords(order, 'seller', site) : 'This is how to reach the seller:',
      sellerLines(order),
    ],
  }),
  payment_failed: (order, { publicUrl }, { due }) => ({
    subject: `Not paid: ${titleOf(order)}`,
    blocks: [
      `Your bank didn’t send the payment of ${priceOf(order)} for ${bookOf(order)}, so nothing was paid.`,
      `The book stays reserved for you until ${due}. To get it, please pay again by then, perhaps another way.`,
      link('Pay', `${publicUrl}${href('/dashboard/payment/:myOrderId', order.id)}`),
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
      'This is what you had agreed:',
      sellerLines(order),
    ],
  }),
  account_suspended: (order, site) => suspendedNews(order, 'buyer', site),
}

// Emails before the payment leave out the buyer's name: otherwise any new account could write to any seller in our
// name.
const forSeller: Record<Exclude<OrderNews, 'agreed' | 'payment_failed'>, NewsWriter> = {
  reserved: (order, _site, { moment }) => ({
    subject: `Reserved: ${titleOf(order)}`,
    blocks: [
      `A buyer has reserved ${bookOf(order)} for ${priceOf(order)}, until ${moment(order.payBy)}.`,
      order.paysInCash
        ? 'The buyer would like to pay in cash when you meet. Accept or decline on the order’s page, which also says how to reach the buyer. Once you accept, they see how to reach you.'
        : 'We’ll email you when it’s paid. Please don’t hand it over until then. If it isn’t paid in time, it goes back on sale by itself. The order’s page says how to reach the buyer.',
    ],
  }),
  cash_chosen: (order, _site, { due }) => ({
    subject: `Cash when you meet? ${titleOf(order)}`,
    blocks: [
      `The buyer of ${bookOf(order)} would like to pay ${priceOf(order)} in cash when you meet. Accept or decline on the order’s page by ${due}. Once you accept, they see how to reach you.`,
    ],
  }),
  first_reminder: (order, site) => remindSeller(order, 'Have you met?', site),
  last_reminder: (order, site) => remindSeller(order, 'Last reminder:', site),
  handed_over: (order, _site, { due }) => ({
    subject: `Handed over: ${titleOf(order)}`,
    blocks: [
      handedOverWords(order),
      order.secondsLeft === null && !order.isDisputed
        ? `The order closes on ${due}, unless one of you reports a problem.`
        : '',
    ],
  }),
  paid: (order, site) => ({
    subject: `Sold: ${titleOf(order)}`,
    blocks: [
      `Sold! ${bookOf(order)} has been paid for: ${priceOf(order)}.${shareWords(order)}`,
      order.isBuyerClosed ? closedWords(order, 'buyer', site) : 'This is how to reach the buyer:',
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
      `${bookOf(order)} has been paid for: ${priceOf(order)}. ${closedWords(order, 'buyer', site)}`,
      'This is what you had agreed:',
      buyerLines(order),
    ],
  }),
  account_suspended: (order, site) => suspendedNews(order, 'seller', site),
}

const writers: Record<Side, Partial<Record<OrderNews, NewsWriter>>> = { buyer: forBuyer, seller: forSeller }

/** The sides that get this news. */
export const sidesOf = (news: OrderNews): Side[] => (['buyer', 'seller'] as const).filter((side) => writers[side][news])

const remindBuyer = (order: OrderRow, { question, due }: { question: string; due: string }, site: Site) => ({
  subject: `${question} ${titleOf(order)}`,
  blocks: [
    `You paid ${priceOf(order)} for ${bookOf(order)}. When you have it, ${order.isSellerClosed ? '' : 'show the seller the code on your order, or '}press “I have the book”.${order.isSellerClosed ? ` ${closedWords(order, 'seller', site)}` : ''}`,
    `We’ll mark it as handed over on ${due} unless you tell us otherwise.`,
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
