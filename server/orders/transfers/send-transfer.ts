import { HOUR_MS, DAY_MS } from '#contract/duration.ts'
import { priceStep } from '#contract/money/currencies.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { waitForLock } from '#server/database/advisory-locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertMovement } from '#server/orders/ledger/ledger.sql.ts'
import { payoutMail } from '#server/orders/ledger/payout-mail.ts'
import { insertPayout } from '#server/orders/ledger/payouts.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { MadeTransfer, PayoutProvider, TransferRefusal } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import { bookBalanceMails } from './balance-mail.ts'
import { findRecipient } from './recipients.sql.ts'
import { refreshRecipient } from './refresh-recipient.ts'
import {
  findOpenTransfer,
  findSource,
  findTransfer,
  hasTransfers,
  isBalanceTooSmall,
  lockSellersOrders,
  markTransferMade,
  putOffTransfer,
  startTransfer,
  type Refused,
  type SellersOrder,
  type TransferRow,
} from './transfers.sql.ts'

export type TransferServices = Pick<Services, 'db' | 'clock' | 'log'> & { provider: PayoutProvider }

/** Until the next try. The club's balance fills by itself; other reasons need a person. */
const waits: Record<Refused, number> = {
  balance: HOUR_MS,
  recipient: DAY_MS,
  returned: DAY_MS,
  too_small: DAY_MS,
  other: DAY_MS,
}

/**
 * Transfers what is owed for an order to its seller's account at the provider, if that is ready, and records it with the
 * movement of the ledger and an email. What the seller owes for other orders comes off it. The amount is fixed under
 * the order's lock before the provider is asked; where its answer gets lost, the next call asks for the same again, so
 * that the money moves once. Called twice, or by two at once, it is one transfer. Rejects where the provider can't be
 * reached.
 */
export async function sendTransfer(services: TransferServices, orderId: string): Promise<void> {
  const source = await findSource(services.db, orderId)
  if (!source) return
  const { sellerId, intentId } = source
  const transfer = await services.db.transaction().execute((tx) => prepare(services, tx, sellerId, orderId))
  if (!transfer) return
  const { id: transferId, tries, amount, currency, recipient: recipientId } = transfer
  const isFromPayment = !(await hasTransfers(services.db, orderId))
  const asked = { transferId, tries, orderId, intentId, isFromPayment, recipientId, amount, currency }
  const made = await services.provider.transfers.make(asked)
  if (!('refused' in made)) return recordMade(services, { transfer, sellerId }, made)
  await recordRefusal(services, transfer, made)
  if (made.refused === 'recipient') await refreshRecipient(services, recipientId)
}

/** Locks and writes what the provider is to be asked; null where nothing is to be transferred. */
async function prepare(
  { clock }: TransferServices,
  tx: Tx,
  sellerId: string,
  orderId: string,
): Promise<TransferRow | null> {
  await lockAccount(tx, sellerId)
  const open = await findOpenTransfer(tx, orderId)
  if (open?.state === 'asked') return open
  if (open?.nextTryAt && open.nextTryAt > clock.now()) return null
  const recipient = await findRecipient(tx, sellerId)
  if (recipient?.status !== 'ready') return null
  const orders = await lockSellersOrders(tx, sellerId, orderId)
  const order = orders.find((one) => one.orderId === orderId && one.amount > 0)
  if (!order) return null
  const debts = orders.filter((one) => one.currency === order.currency && one.amount < 0)
  const owed = await setOff(tx, order, debts, clock.now())
  // The provider moves nothing finer; the rest goes with what comes next.
  const amount = owed - (owed % priceStep(order.currency))
  const transfer = { orderId, recipient: recipient.providerAccountId!, currency: order.currency }
  if (amount > 0) return startTransfer(tx, open, { ...transfer, amount }, clock.now())
  if (owed > 0) await waitForMore(tx, await startTransfer(tx, open, { ...transfer, amount: owed }, clock.now()), clock)
  return null
}

const waitForMore = (tx: Tx, { id, tries }: TransferRow, { now }: Services['clock']) =>
  putOffTransfer(tx, id, {
    tries,
    refused: 'too_small',
    reason: null,
    nextTryAt: new Date(now().getTime() + waits.too_small),
  })

/** Takes what a seller owes for other orders off an order, in the ledger alone. Returns what is left of it. */
async function setOff(tx: Tx, order: SellersOrder, debts: readonly SellersOrder[], at: Date): Promise<number> {
  const { orderId, currency } = order
  let left = order.amount
  for (const debt of debts) {
    const amount = Math.min(left, -debt.amount)
    const source = `set off ${crypto.randomUUID()}`
    await insertMovement(tx, { orderId: debt.orderId, kind: 'payout', source, amount: -amount, currency, at })
    await insertMovement(tx, { orderId, kind: 'payout', source, amount, currency, at })
    left -= amount
  }
  return left
}

/** Records a transfer that the provider made, once. */
async function recordMade(
  { db, clock }: TransferServices,
  { transfer: { id, orderId, currency }, sellerId }: { transfer: TransferRow; sellerId: string },
  made: MadeTransfer,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockOrder(tx, orderId)
    if (!(await markTransferMade(tx, id, made, now))) return
    const { amount, providerTransferId: reference } = made
    const payout = { sellerId, amount, currency, reference }
    const payoutId = await insertPayout(tx, payout, { adminId: null, key: id, now })
    await insertMovement(tx, { orderId, kind: 'payout', source: payoutId, amount, currency, at: now })
    await payoutMail.book(tx, { payoutId })
  })
}

/** Has a refused transfer wait. Admins are told when the balance becomes too small, and not again until it was enough. */
async function recordRefusal(
  { db, clock, log }: TransferServices,
  { id, orderId, tries }: TransferRow,
  { refused, reason }: TransferRefusal,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const before = await findTransfer(tx, id)
    const nextTryAt = new Date(now.getTime() + waits[refused])
    if (!(await putOffTransfer(tx, id, { tries, refused, reason, nextTryAt }))) return
    if (refused !== 'balance' || before?.refused === 'balance') return
    // Of several refused at once, the first tells: the others wait until it is seen to wait.
    await waitForLock(tx, 'TELLING_OF_BALANCE')
    if (await isBalanceTooSmall(tx, id)) return
    await bookBalanceMails(tx, id, now)
  })
  log.warn({ orderId, transferId: id, refused, reason }, 'a transfer was refused; it will be tried again')
}
