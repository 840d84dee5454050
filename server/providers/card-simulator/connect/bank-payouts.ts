import { newEvent } from '#server/providers/card-simulator/events.ts'
import {
  newId,
  seconds,
  type BankPayout,
  type StripeEvent,
  type Transfer,
} from '#server/providers/card-simulator/objects.ts'

/** How soon a bank that refuses sends the money back. */
const COMES_BACK_AFTER_MS = 10_000

/** What a transfer became at a bank that refuses: a payout that failed, and its event. */
export function refusedPayout(
  { amount, currency, destination: account }: Transfer,
  now: Date,
): { payout: BankPayout; event: StripeEvent } {
  const at = new Date(now.getTime() + COMES_BACK_AFTER_MS)
  const payout: BankPayout = {
    id: newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(at),
    automatic: true,
    balance_transaction: newId('txn'),
    created: seconds(at),
    currency,
    description: 'STRIPE PAYOUT',
    destination: newId('ba'),
    failure_balance_transaction: newId('txn'),
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'failed',
    trace_id: null,
    type: 'bank_account',
    internal: { account },
  }
  return { payout, event: { ...newEvent('payout.failed', payout, at), account } }
}
