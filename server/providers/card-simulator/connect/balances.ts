import {
  seconds,
  type BalanceTransaction,
  type RecipientAccount,
  type Transfer,
} from '#server/providers/card-simulator/objects.ts'

/** After which what was transferred to a seller leaves for their bank. */
const TO_THE_BANK_AFTER_SECONDS = 2 * 24 * 3600

/** What the club can transfer without naming a payment, in Stripe's units of a currency. */
export const availableBalance = (moved: BalanceTransaction[], currency: string, now: Date): number =>
  sumOf(moved, currency, (each) => each.available_on <= seconds(now))

/** What becomes available later. */
export const pendingBalance = (moved: BalanceTransaction[], currency: string, now: Date): number =>
  sumOf(moved, currency, (each) => each.available_on > seconds(now))

function sumOf(moved: BalanceTransaction[], currency: string, counts: (each: BalanceTransaction) => boolean): number {
  return moved.reduce((sum, each) => sum + (each.currency === currency && counts(each) ? each.net : 0), 0)
}

/** What is left on a seller's account: what came in lately, and all where their bank sends it back. */
export function balanceOfRecipient(
  { internal: { outcome } }: RecipientAccount,
  transfers: Transfer[],
  currency: string,
  now: Date,
): number {
  const since = seconds(now) - TO_THE_BANK_AFTER_SECONDS
  const isThere = (each: Transfer) => outcome === 'bank_refuses' || each.created > since
  return transfers
    .filter((each) => each.currency === currency && isThere(each))
    .reduce((sum, { amount, amount_reversed: reversed }) => sum + amount - reversed, 0)
}
