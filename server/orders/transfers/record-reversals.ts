import { DAY_MS } from '#contract/duration.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertMovement } from '#server/orders/ledger/ledger.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { ProviderReversal } from '#server/ports/payouts.ts'
import { findOpenReversal, getOwed, insertProvidersReversal, insertReturned, raiseReversed } from './reversals.sql.ts'
import { recordReversal } from './reverse-transfer.ts'
import type { TransferServices } from './send-transfer.ts'
import { findTransferAtProvider, type TransferRow } from './transfers.sql.ts'

/**
 * Records what the provider says was taken back of a transfer: what we asked for, and what was reversed there, or came
 * back because it failed. That is owed again, and tried again no sooner than a day later; an admin may pay it by hand
 * before. Called twice, it changes nothing the second time.
 */
export async function recordReversals(services: TransferServices, providerTransferId: string): Promise<void> {
  const { db, clock, provider } = services
  // A transfer that isn't recorded yet is asked about once it is.
  if (!(await findTransferAtProvider(db, providerTransferId))) return
  const made = await provider.transfers.listReversals(providerTransferId)
  if (made.length === 0) return
  await db.transaction().execute(async (tx) => {
    const seen = await findTransferAtProvider(tx, providerTransferId)
    if (!seen) return
    await lockOrder(tx, seen.orderId)
    for (const one of made) await recordOne(tx, seen, one, clock.now())
  })
}

async function recordOne(tx: Tx, transfer: TransferRow, made: ProviderReversal, now: Date): Promise<void> {
  const { id, orderId, recipient, currency } = transfer
  const open = await findOpenReversal(tx, id)
  if (open && open.id === made.reversalId) return recordReversal(tx, transfer, open.id, made, now)
  const source = await insertProvidersReversal(tx, id, made)
  if (source === null) return
  await raiseReversed(tx, id, made.amount)
  await insertMovement(tx, { orderId, kind: 'payout', source, amount: -made.amount, currency, at: now })
  const owed = await getOwed(tx, orderId)
  if (owed > 0)
    await insertReturned(
      tx,
      { orderId, recipient, amount: owed, currency },
      { now, nextTryAt: new Date(now.getTime() + DAY_MS) },
    )
}
