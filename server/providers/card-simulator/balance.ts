import type { BalanceTransaction } from './objects.ts'
import { newId, seconds } from './objects.ts'

const AVAILABLE_AFTER_SECONDS = 2 * 24 * 3600

/**
 * A movement of the account's balance: `amount` less `fee`. The account settles in every currency, and pays a fee for
 * disputes only.
 */
export function newTransaction(
  given: Pick<BalanceTransaction, 'type' | 'reporting_category' | 'amount' | 'currency' | 'description'> & {
    source: string
    fee?: { amount: number; description: string }
    /** Default: when it is made; payments take two days. */
    isAvailable?: boolean
  },
  now: Date,
): BalanceTransaction {
  const { fee, isAvailable = true, ...rest } = given
  const created = seconds(now)
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    ...rest,
    available_on: isAvailable ? created : created + AVAILABLE_AFTER_SECONDS,
    balance_type: 'payments',
    created,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency: rest.currency, type: 'stripe_fee' }] : [],
    net: rest.amount - (fee?.amount ?? 0),
    status: isAvailable ? 'available' : 'pending',
  }
}
