import { answer, type Call, type Operation } from '#server/providers/card-simulator/call.ts'
import { newEvent } from '#server/providers/card-simulator/events.ts'
import { seconds, type Charge, type RecipientAccount, type Transfer } from '#server/providers/card-simulator/objects.ts'
import {
  METADATA,
  readAmount,
  readLimit,
  readMetadata,
  readText,
  requireKnown,
  requireWhole,
} from '#server/providers/card-simulator/parameters.ts'
import { missingParameter, noSuch, StateRefusal } from '#server/providers/card-simulator/refusals.ts'
import type { StoreTransaction } from '#server/providers/card-simulator/store.ts'
import { capabilityAt } from './accounts.ts'
import { availableBalance, balanceOfRecipient } from './balances.ts'
import { refusedPayout } from './bank-payouts.ts'
import { newReversal, newTransfer } from './transfers.ts'

/** More than an account of the simulator has. */
const ALL = 10_000

export const createTransfer: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, [
    'amount',
    'currency',
    'description',
    'destination',
    'source_transaction',
    'transfer_group',
    METADATA,
  ])
  const [amount, currency] = [readAmount(form), form.get('currency')?.toLowerCase()]
  if (amount === null) throw missingParameter('amount')
  if (!currency) throw missingParameter('currency')
  requireWhole(amount, currency)
  const recipient = await requireRecipient(tx, call)
  const charge = await lockSource(tx, call, { amount, currency })
  const source = charge?.balance_transaction ? await tx.find(charge.balance_transaction as string) : null
  const { transfer, transaction } = newTransfer(
    {
      amount,
      currency,
      description: readText(form, 'description', 500),
      destination: recipient.id,
      metadata: readMetadata(form),
      source_transaction: charge?.id ?? null,
      transfer_group: form.get('transfer_group') ?? charge?.transfer_group ?? null,
    },
    { now, availableOn: source?.object === 'balance_transaction' ? source.available_on : seconds(now) },
  )
  const refused = recipient.internal.outcome === 'bank_refuses' ? refusedPayout(transfer, now) : null
  await tx.save([transfer, transaction, ...(refused ? [refused.payout] : [])], now)
  await tx.enqueue([newEvent('transfer.created', transfer, now), ...(refused ? [refused.event] : [])], now)
  return answer(tx, transfer, call)
}

async function requireRecipient(tx: StoreTransaction, { form, now }: Call): Promise<RecipientAccount> {
  const id = form.get('destination')
  if (!id) throw missingParameter('destination')
  const account = await tx.find(id)
  if (account?.object !== 'v2.core.account') throw noSuch('v2.core.account', id, 'destination')
  if (capabilityAt(account, seconds(now)).status !== 'active')
    throw new StateRefusal('The destination account can’t receive transfers yet: stripe_transfers is not active.', {
      code: 'insufficient_capabilities_for_transfer',
    })
  return account
}

/** The charge that a transfer takes its money from; null where that is the balance. Throws where there isn't enough. */
async function lockSource(
  tx: StoreTransaction,
  { form, now }: Call,
  { amount, currency }: Pick<Transfer, 'amount' | 'currency'>,
): Promise<Charge | null> {
  const id = form.get('source_transaction')
  if (id === null) {
    const moved = await tx.list('balance_transaction', { now, limit: ALL })
    if (availableBalance(moved, currency, now) < amount)
      throw new StateRefusal('You have insufficient available funds in your account.', { code: 'balance_insufficient' })
    return null
  }
  const charge = await tx.lock(id)
  if (charge?.object !== 'charge' || !charge.paid) throw noSuch('charge', id, 'source_transaction')
  if (charge.currency !== currency)
    throw new StateRefusal(`The currency of source_transaction is ${charge.currency}, and not ${currency}.`, {
      param: 'currency',
    })
  const before = await tx.list('transfer', { now, limit: ALL, where: { source_transaction: id } })
  if (before.reduce((sum, each) => sum + each.amount, amount) > charge.amount)
    throw new StateRefusal('Transfers from source_transaction would be more than its amount.', { param: 'amount' })
  return charge
}

export const createReversal: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, ['amount', 'description', METADATA])
  const transfer = await lockTransfer(tx, call)
  const left = transfer.amount - transfer.amount_reversed
  const amount = readAmount(form) ?? left
  if (left === 0) throw new StateRefusal(`Transfer ${transfer.id} has already been fully reversed.`, {})
  if (amount > left)
    throw new StateRefusal(`Reversal amount (${amount}) is greater than unreversed amount (${left}).`, {
      param: 'amount',
    })
  const account = await tx.lock(transfer.destination)
  const all = await tx.list('transfer', { now, limit: ALL, where: { destination: transfer.destination } })
  if (balanceOfRecipient(account as RecipientAccount, all, transfer.currency, now) < amount)
    throw new StateRefusal('The destination account has too little money for this reversal.', {
      code: 'balance_insufficient',
    })
  const reversed = newReversal(transfer, { amount, metadata: readMetadata(form) }, now)
  await tx.save([reversed.transfer, reversed.reversal, reversed.transaction], now)
  await tx.enqueue([newEvent('transfer.reversed', reversed.transfer, now)], now)
  return answer(tx, reversed.reversal, call)
}

export const listReversals: Operation = async (tx, call) => {
  const { id, form, now } = call
  requireKnown(form, ['limit'])
  const limit = readLimit(form)
  await lockTransfer(tx, call)
  const data = await tx.list('transfer_reversal', { now, limit: limit + 1, where: { transfer: id } })
  const url = `/v1/transfers/${id}/reversals`
  return { status: 200, body: { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url } }
}

async function lockTransfer(tx: StoreTransaction, { id }: Call): Promise<Transfer> {
  const transfer = await tx.lock(id)
  if (transfer?.object !== 'transfer') throw noSuch('transfer', id, 'id')
  return transfer
}
