import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { MOST_CLAIMS_A_DAY, MOST_OPEN_CLAIMS, UNCONFIRMED_CLAIM_SECONDS } from '#contract/orders/buy-now.ts'
import { feeOf } from '#contract/money/club-fee.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import {
  DONE_AFTER_HOURS,
  HAND_OVER_DAYS,
  isLiveState,
  isPaidState,
  nextOrderState,
  type OrderState,
  type OrderTransition,
} from '#contract/orders/order-life.ts'
import { areContactsOpen } from '#contract/orders/orders.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Book } from '#contract/books/books.ts'
import { formatMoney } from '#contract/wording.ts'
import type { IntentReport } from '#server/ports/card-payments.ts'
import type { BuyerClaims } from './buyer-claims.sql.ts'
import type { OrderRow } from './orders.sql.ts'

/** When a new claim expires: soon where the buyer's email address is not confirmed yet. */
export function payByOf(buyer: { emailVerified: boolean }, now: Date, claimSeconds: number): Date {
  const seconds = buyer.emailVerified ? claimSeconds : Math.min(claimSeconds, UNCONFIRMED_CLAIM_SECONDS)
  return new Date(now.getTime() + seconds * 1000)
}

const endedWords = {
  cancelled: 'You cancelled this one',
  expired: 'Your reservation of this one expired',
  released: 'The seller cancelled your order of this one',
}

export type FairClaimRefusal = 'claimed_recently' | 'email_not_confirmed' | 'too_many_claims'

/** Refuses a claim that would be unfair to the others, or empties the shop without meaning to buy. */
export function requireFairClaim(
  may: Refuses<FairClaimRefusal>,
  { open, endedRecently, claimedAt }: Pick<BuyerClaims, 'open' | 'endedRecently' | 'claimedAt'>,
  buyer: { email: string; emailVerified: boolean },
  now: Date,
): void {
  if (endedRecently) {
    may.refuse('claimed_recently', `${endedWords[endedRecently]} less than 24 hours ago. Please give others a chance.`)
  }
  if (open > 0 && !buyer.emailVerified) {
    may.refuse(
      'email_not_confirmed',
      `You already have a book reserved. To reserve another one as well, confirm your email first: open the link we sent to ${buyer.email}.`,
    )
  }
  if (open >= MOST_OPEN_CLAIMS) {
    may.refuse(
      'too_many_claims',
      `You have ${open} unpaid books. Pay for one or cancel one before you reserve another.`,
    )
  }
  const [oldest] = claimedAt
  if (oldest && claimedAt.length >= MOST_CLAIMS_A_DAY) {
    const hours = Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / HOUR_MS)
    may.refuse(
      'too_many_claims',
      `You have reserved ${claimedAt.length} books in the last 24 hours, which is the limit for one day. You can reserve another in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
    )
  }
}

/** What an order's state means for its copy. After a refund it stays sold: it may have been handed over by then. */
export const copyStateOf: Record<OrderState, Book['state']> = {
  claimed: 'claimed',
  agreed: 'claimed',
  paid: 'sold',
  handed_over: 'sold',
  done: 'sold',
  refunded: 'sold',
  cancelled: 'unsold',
  expired: 'unsold',
}

/** When time makes the next step of an order that enters a state now; null where none is due. A claim has its `payBy`. */
export function dueAfter(state: Exclude<OrderState, 'claimed'>, now: Date): Date | null {
  if (state === 'agreed' || state === 'paid') return new Date(now.getTime() + HAND_OVER_DAYS * DAY_MS)
  return state === 'handed_over' ? new Date(now.getTime() + DONE_AFTER_HOURS * HOUR_MS) : null
}

/**
 * Whether time makes the next step of an order now; never while a problem stops its clock, or its payment is disputed or
 * on its way.
 */
export const isTimeUp = (
  {
    dueAt,
    secondsLeft,
    isDisputed,
    isPaymentProcessing,
  }: Pick<OrderRow, 'dueAt' | 'secondsLeft' | 'isDisputed' | 'isPaymentProcessing'>,
  now: Date,
) => dueAt !== null && secondsLeft === null && !isDisputed && !isPaymentProcessing && dueAt <= now

/**
 * The state a transition leads to; refused where the order's life does not allow it, and while its payment is on its
 * way.
 */
export function requireTransition(
  may: Refuses<'order_not_open'>,
  { state, isPaymentProcessing }: Pick<OrderRow, 'state' | 'isPaymentProcessing'>,
  transition: OrderTransition,
): OrderState {
  const next = nextOrderState(state, transition)
  if (next && isPaymentProcessing)
    return may.refuse(
      'order_not_open',
      'The payment for this order is on its way, which can take some days. Please wait until it has arrived or failed.',
    )
  return next ?? may.refuse('order_not_open', wordsFor[state])
}

const wordsFor: Record<OrderState, string> = {
  claimed: 'This order isn’t paid yet.',
  agreed: 'You have agreed to meet and pay in cash.',
  paid: 'This order is already paid.',
  handed_over: 'This book was handed over already.',
  done: 'This order is done.',
  cancelled: 'This order was cancelled.',
  expired: 'This order expired because it wasn’t paid in time.',
  refunded: 'This order was refunded.',
}

/** The buyer sees the seller's contacts once the copy is paid, or cash is agreed. */
export const showsSellerContacts = areContactsOpen

/** The seller sees the buyer's contacts from the claim until the order is cancelled, expired or refunded. */
export const showsBuyerContacts = (state: OrderState): boolean => state === 'claimed' || showsSellerContacts(state)

/** Whether the buyer ever paid, refunded or not. */
export const wasEverPaid = (state: OrderState): boolean => isPaidState(state) || state === 'refunded'

/** Effect of a payment on an order: the transition, or the reason to refund it. */
export function effectOfPayment(
  order: { id: string; state: OrderState; amount: number; currency: string },
  report: Pick<IntentReport, 'orderId' | 'amount' | 'currency'>,
): { transition: OrderTransition | null; refundReason: string | null } {
  if (report.amount !== order.amount || report.currency !== order.currency.toLowerCase()) {
    return { transition: null, refundReason: 'the amount is not the order’s' }
  }
  if (nextOrderState(order.state, 'buyer_pays')) return { transition: 'buyer_pays', refundReason: null }
  const isLate = nextOrderState(order.state, 'late_payment_arrives') !== null
  return {
    transition: isLate ? 'late_payment_arrives' : null,
    refundReason: `the order was ${order.state.replace('_', ' ')} when the payment arrived`,
  }
}

/** Refuses a request whose price (text) isn't the order's. */
export function requireSamePrice(
  may: Refuses<'price_mismatch'>,
  named: string,
  order: { amount: number; currency: string },
): void {
  if (readPriceText(named, order.currency) !== order.amount) {
    may.refuse('price_mismatch', 'The price doesn’t match this order. Please reload the page.', [
      { field: 'resalePrice', message: 'Use the price of the order' },
    ])
  }
}

/** Refuses a copy dearer than the price (text) that the buyer was shown. */
export function requireAgreedPrice(
  may: Refuses<'price_mismatch'>,
  claimed: { amount: number; currency: string },
  agreed: string | undefined,
): void {
  const most = agreed === undefined ? claimed.amount : readPriceText(agreed, claimed.currency)
  if (most !== null && claimed.amount <= most) return
  const price = formatMoney({ minor: claimed.amount, currency: claimed.currency })
  may.refuse('price_mismatch', `The seller has changed the price to ${price}. Reload the page to buy it for that.`)
}

/**
 * What the club keeps of an order as things stand, in minor units: of what is left of its payment (`refundable`), or of the
 * price while a card may still pay it. Cash has no fee.
 */
export function feeOfOrder(
  { state, paysInCash, amount, currency, feeRate: rate, feeLeast: least }: FeeFacts,
  refundable: number,
): number {
  if (paysInCash || !(isPaidState(state) || isLiveState(state))) return 0
  return feeOf({ rate, least }, { minor: isPaidState(state) ? refundable : amount, currency })
}
type FeeFacts = Pick<OrderRow, 'state' | 'paysInCash' | 'amount' | 'currency' | 'feeRate' | 'feeLeast'>

/** Recipient of an email to this side; null where the account is closed. */
export function readerOf(order: OrderRow, side: 'buyer' | 'seller'): { name: string; address: string } | null {
  if (side === 'buyer') return order.isBuyerClosed ? null : { name: order.buyerName, address: order.buyerEmail }
  return order.isSellerClosed ? null : { name: order.sellerName, address: order.sellerEmail }
}
