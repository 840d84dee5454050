import type { LedgerAccount, MovementKind } from '#contract/orders/order-record.ts'

/**
 * Accounts of the double-entry ledger: where an order's money can be. A balance is what is there now, the buyer's below zero: what they gave and didn't get
 * back.
 *
 * - `buyer`: outside, with who pays.
 * - `club`: kept by the club at the card provider, until the order is done. What a provider's cost takes is missing there.
 * - `seller`: owed to the seller, from the order's `done` on. Below zero where money went back after it was paid out.
 * - `paid_out`: transferred to the seller.
 * - `cash`: in the seller's hand.
 * - `refunds`: on its way back to the buyer, and not given back by the provider yet, or not taken by the card's bank.
 * - `provider`: kept by the card provider for its work.
 * - `disputed`: with the buyer's bank, which hasn't decided yet whose it is. The club's money is less by that.
 * - `fee`: kept by the club for good, of what was owed to the seller.
 */

/**
 * What moves money, and from where to where. A refund's money is taken from where the payment is by then (`refundFrom` in
 * `ledger.sql.ts`), and put back there where it is withdrawn because the provider gave it back already.
 */
export const movements = {
  card_payment: { from: 'buyer', to: 'club' },
  cash_payment: { from: 'buyer', to: 'cash' },
  provider_cost: { from: 'club', to: 'provider' },
  refund_wanted: { from: 'club', to: 'refunds' },
  refund_made: { from: 'refunds', to: 'buyer' },
  refund_withdrawn: { from: 'refunds', to: 'club' },
  refund_failed: { from: 'buyer', to: 'refunds' },
  refund_by_hand: { from: 'refunds', to: 'buyer' },
  cash_refund: { from: 'cash', to: 'buyer' },
  owed: { from: 'club', to: 'seller' },
  payout: { from: 'seller', to: 'paid_out' },
  dispute_withdrawn: { from: 'club', to: 'disputed' },
  dispute_reinstated: { from: 'disputed', to: 'club' },
  dispute_lost: { from: 'disputed', to: 'buyer' },
  // The rest of a loss stays the club's, as does the fee (decision 96).
  dispute_borne: { from: 'seller', to: 'club' },
  dispute_cost: { from: 'club', to: 'provider' },
  fee: { from: 'seller', to: 'fee' },
} as const satisfies Record<MovementKind, { from: LedgerAccount; to: LedgerAccount }>

/** What makes up a seller's share of a sale: after each of these the fee is that of what it is by then. */
export const SHARE_KINDS: readonly MovementKind[] = ['owed', 'refund_wanted', 'refund_withdrawn', 'dispute_borne']
