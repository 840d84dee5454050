import { newTransaction } from '#server/providers/card-simulator/balance.ts'
import {
  newId,
  seconds,
  type BalanceTransaction,
  type Reversal,
  type Transfer,
} from '#server/providers/card-simulator/objects.ts'

/** As many reversals as a transfer itself shows. */
const SHOWN = 10

type GivenTransfer = Pick<
  Transfer,
  'amount' | 'currency' | 'description' | 'destination' | 'metadata' | 'source_transaction' | 'transfer_group'
>

/** A transfer with its movement of the club's balance, which waits as long as the payment that it comes from. */
export function newTransfer(
  given: GivenTransfer,
  { now, availableOn }: { now: Date; availableOn: number },
): { transfer: Transfer; transaction: BalanceTransaction } {
  const id = newId('tr')
  const { amount, currency, description } = given
  const moved = newTransaction(
    { type: 'transfer', reporting_category: 'transfer', amount: -amount, currency, description, source: id },
    now,
  )
  const transaction: BalanceTransaction = { ...moved, available_on: Math.max(moved.created, availableOn) }
  const transfer: Transfer = {
    id,
    object: 'transfer',
    ...given,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: seconds(now),
    destination_payment: newId('py'),
    livemode: false,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_type: 'card',
  }
  return { transfer, transaction }
}

/** A reversal of a transfer, with its movement of the club's balance. */
export function newReversal(
  before: Transfer,
  { amount, metadata }: Pick<Reversal, 'amount' | 'metadata'>,
  now: Date,
): { transfer: Transfer; reversal: Reversal; transaction: BalanceTransaction } {
  const id = newId('trr')
  const { currency, reversals } = before
  const words = `REVERSAL FOR ${before.id}`
  const transaction = newTransaction(
    {
      type: 'transfer_refund',
      reporting_category: 'transfer_reversal',
      amount,
      currency,
      description: words,
      source: id,
    },
    now,
  )
  const reversal: Reversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: seconds(now),
    currency,
    destination_payment_refund: newId('pyr'),
    metadata,
    source_refund: null,
    transfer: before.id,
  }
  const amount_reversed = before.amount_reversed + amount
  const data = [reversal, ...reversals.data].slice(0, SHOWN)
  const transfer: Transfer = {
    ...before,
    amount_reversed,
    reversed: amount_reversed === before.amount,
    reversals: { ...reversals, data },
  }
  return { transfer, reversal, transaction }
}
