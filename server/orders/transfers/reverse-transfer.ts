import { DAY_MS } from '#contract/duration.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertMovement } from '#server/orders/ledger/ledger.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import {
  findOpenReversal,
  getOwed,
  isReversing,
  markReversalMade,
  putOffReversal,
  raiseReversed,
  startReversal,
  type ReversalRow,
} from './reversals.sql.ts'
import type { MadeReversal } from '#server/ports/payouts.ts'
import type { TransferServices } from './send-transfer.ts'
import { findTransfer, type TransferRow } from './transfers.sql.ts'

/**
 * Takes back of a transfer what went back to the buyer since, by a refund or a lost chargeback, and records it in the
 * ledger. Where the seller's account has too little, they owe it, and it is tried again a day later. Where the
 * provider's answer gets lost, the next call asks for the same again. Called twice, or by two at once, it is taken once.
 * Rejects where the provider can't be reached.
 */
export async function reverseTransfer(services: TransferServices, transferId: string): Promise<void> {
  const { db, clock, log, provider } = services
  const transfer = await findTransfer(db, transferId)
  if (!transfer?.providerTransferId) return
  const { orderId, currency, providerTransferId } = transfer
  const reversal = await db.transaction().execute((tx) => prepare(services, tx, transfer))
  if (!reversal) return
  const { id: reversalId, tries, amount } = reversal
  const made = await provider.transfers.reverse({ reversalId, tries, providerTransferId, amount, currency })
  if (!('refused' in made))
    return db.transaction().execute(async (tx) => {
      await lockOrder(tx, orderId)
      await recordReversal(tx, transfer, reversalId, made, clock.now())
    })
  await db
    .transaction()
    .execute((tx) => putOffReversal(tx, reversal, made.reason, new Date(clock.now().getTime() + DAY_MS)))
  log.warn({ orderId, transferId, reason: made.reason }, 'a transfer could not be taken back; it will be tried again')
}

/** Locks and writes what the provider is to be asked; null where nothing is to be taken back. */
async function prepare({ clock }: TransferServices, tx: Tx, { id, orderId }: TransferRow): Promise<ReversalRow | null> {
  await lockOrder(tx, orderId)
  const transfer = await findTransfer(tx, id)
  const open = await findOpenReversal(tx, id)
  if (open?.state === 'asked') return open
  if (!transfer || (open?.nextTryAt && open.nextTryAt > clock.now()) || (await isReversing(tx, orderId))) return null
  const amount = Math.min(-(await getOwed(tx, orderId)), transfer.amount - transfer.reversed)
  return amount > 0 ? startReversal(tx, open, id, amount) : null
}

/** Records a reversal of ours that the provider made, once; the order is locked. */
export async function recordReversal(
  tx: Tx,
  { id: transferId, orderId, currency }: TransferRow,
  reversalId: string,
  made: MadeReversal,
  now: Date,
): Promise<void> {
  if (!(await markReversalMade(tx, reversalId, made))) return
  await raiseReversed(tx, transferId, made.amount)
  await insertMovement(tx, { orderId, kind: 'payout', source: reversalId, amount: -made.amount, currency, at: now })
}
