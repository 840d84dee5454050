import { orderStates } from '#contract/orders/order-life.ts'
import { currencyCode, flag, integer, minorUnits, oneOf, orNull, text, time, uuid } from '#server/database/columns.ts'

/** How to reach the buyer, as given with the order. */
export const buyerContactColumns = {
  buyerEmail: text('buyer_email'),
  phone: text('phone'),
  meetingLocation: text('meeting_location'),
}

/** The buyer's, null in the table once that account is closed and the order needs them no more. */
export const buyerColumns = { buyerName: text('buyer_name'), ...buyerContactColumns }

/** The seller's, null but between the closing of that account and the time when the order needs them no more. */
export const keptSellerColumns = {
  sellerName: text('seller_name'),
  sellerEmail: text('seller_email'),
  mobileNumber: text('seller_phone'),
}

const startingColumns = {
  bookId: uuid('book_id'),
  buyerId: uuid('buyer_id'),
  sellerId: uuid('seller_id'),
  state: oneOf('state', orderStates),
  amount: minorUnits('amount'),
  currency: currencyCode('currency'),
  orderedAt: time('created_at'),
  payBy: time('pay_by'),
  paysInCash: flag('pays_in_cash'),
  /** When time makes the next step, or somebody is reminded of an open problem; null where the order is over. */
  dueAt: orNull(time('due_at')),
  /** When the present state was entered. */
  since: time('state_since'),
}

/** What an order begins with, beside the snapshot of its book. */
export const newOrderColumns = { ...startingColumns, ...buyerColumns }

/** What an order says whoever has left the club meanwhile. A fact that is known later than at the claim is a line here. */
export const orderColumns = {
  ...startingColumns,
  id: uuid('id'),
  intentId: orNull(text('intent_id')),
  paidAt: orNull(time('paid_at')),
  /** What is left of the state's time while a problem stops it; null while it runs. */
  secondsLeft: orNull(integer('seconds_left')),
  /** Refunded before the book changed hands, and not for sale again: its seller decides about it. */
  isCopyBack: flag('copy_is_back'),
  /** Shown to the buyer, typed by the seller. */
  handOverCode: text('hand_over_code'),
  /** How often the seller typed another one. */
  wrongCodes: integer('wrong_codes'),
}
