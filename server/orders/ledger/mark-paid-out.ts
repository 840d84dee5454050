import type { Refuses } from '#contract/problems.ts'
import { formatMoney } from '#contract/wording.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { forgetUnneededBankDetails } from '#server/orders/bank-details/forget-bank-details.ts'
import { payoutMail } from './payout-mail.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { insertMovement } from './ledger.sql.ts'
import { findPayoutByKey, insertPayout, lockOwedOrders, type PayoutRow } from './payouts.sql.ts'

type PayoutServices = Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'owed_changed'>

/**
 * An admin marks all that the club owes a seller in a currency as paid out: stores the transfer's reference, takes the
 * sum off each order, and books an email to the seller. What a provider has under way isn't part of it. Refuses
 * (`owed_changed`) an amount that differs from what the ledger owes now. Called twice with the same key, or by two admins at once, it is stored
 * once.
 */
export async function markPaidOut(
  services: PayoutServices,
  adminId: string,
  wish: PayoutRow & { key: string },
): Promise<{ payoutId: string }> {
  return services.db.transaction().execute(async (tx) => {
    const owed = await lookAtOwed(services, tx, wish)
    return 'payoutId' in owed ? owed : notePayout(services, tx, owed, { ...wish, adminId })
  })
}

type Owed = { orderId: string; amount: number }[]

/** Locks and returns what is owed per order; or the payout already stored under this key. Refuses a different sum. */
async function lookAtOwed(
  services: PayoutServices,
  tx: Tx,
  { key, sellerId, currency, amount }: PayoutRow & { key: string },
): Promise<{ orders: Owed } | { payoutId: string }> {
  if (!(await lockAccount(tx, sellerId))) services.refuse('not_found', 'We can’t find that seller.')
  const payoutId = await findPayoutByKey(tx, sellerId, key)
  if (payoutId) return { payoutId }
  const orders = await lockOwedOrders(tx, sellerId, currency)
  const owed = orders.reduce((sum, order) => sum + order.amount, 0)
  if (owed !== amount)
    services.refuse(
      'owed_changed',
      owed > 0
        ? `The club now owes this seller ${formatMoney({ minor: owed, currency })}. Nothing was saved. Reload the page, then check the transfer.`
        : 'Nothing is owed to this seller any more. Another admin may have marked this transfer already. Reload the page to see.',
    )
  return { orders }
}

async function notePayout(
  { clock }: PayoutServices,
  tx: Tx,
  { orders }: { orders: Owed },
  { adminId, key, ...payout }: PayoutRow & { key: string; adminId: string },
): Promise<{ payoutId: string }> {
  const { sellerId, amount, currency } = payout
  const now = clock.now()
  const payoutId = await insertPayout(tx, payout, { adminId, key, now })
  for (const order of orders)
    await insertMovement(tx, { ...order, kind: 'payout', source: payoutId, currency, at: now })
  await writeAudit(tx, {
    kind: 'payout_noted',
    by: { as: 'admin', id: adminId },
    at: now,
    accountId: sellerId,
    facts: { amount, currency },
  })
  await payoutMail.book(tx, { payoutId })
  await forgetUnneededBankDetails(tx, sellerId)
  return { payoutId }
}
