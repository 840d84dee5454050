import { orderStates } from '#contract/orders/order-life.ts'
import { currencyCode, flag, integer, minorUnits, oneOf, orNull, text, time, uuid } from '#server/database/columns.ts'

/** Contacts of the buyer, as given with the order. */
export const buyerContactColumns = {
  buyerEmail: text('buyer_email'),
  phone: text('phone'),
  meetingLocation: text('meeting_location'),
}

/** Buyer's columns, null in the table once the account is closed and the order no longer needs them. */
export const buyerColumns = { buyerName: text('buyer_name'), ...buyerContactColumns }

/** Seller's columns, filled only from the account's closing until the order no longer needs them. */
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
  /** The club's fee when the copy was claimed, by `feeOf`: hundredths of a per cent, and the least. */
  feeRate: integer('fee_rate'),
  feeLeast: minorUnits('fee_least'),
  /** Time of the next automatic step, or of an open problem's reminder; null where the order is over. */
  dueAt: orNull(time('due_at')),
  /** When the present state was entered. */
  since: time('state_since'),
}

/** Columns of a new order, beside the snapshot of its book. */
export const newOrderColumns = { ...startingColumns, ...buyerColumns }

/** Columns of an order that don't depend on open accounts. A fact learned after the claim is a line here. */
export const orderColumns = {
  ...startingColumns,
  id: uuid('id'),
  number: text('number'),
  intentId: orNull(text('intent_id')),
  paidAt: orNull(time('paid_at')),
  /** Since when the buyer's bank is sending the payment; null where it isn't. */
  processingSince: orNull(time('processing_since')),
  /** Seconds left of the state while a problem stops its clock; null while it runs. */
  secondsLeft: orNull(integer('seconds_left')),
  /** Refunded before the hand-over and not for sale again: the seller decides. */
  isCopyBack: flag('copy_is_back'),
  /** Shown to the buyer, typed by the seller. */
  handOverCode: text('hand_over_code'),
  /** Count of wrong codes that the seller typed. */
  wrongCodes: integer('wrong_codes'),
}
