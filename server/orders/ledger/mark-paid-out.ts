import type { Refuses } from '#contract/problems.ts'
import { formatMoney } from '#contract/wording.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { addMail } from '#server/database/add-mail.ts'
import type { Services } from '#server/services.ts'
import { post } from './ledger.sql.ts'
import { findPayoutByKey, insertPayout, lockOwedOrders, type PayoutRow } from './payouts.sql.ts'

/**
 * An admin transferred to a seller all that the club owes them in a currency: noted with the transfer's reference, taken
 * off what is owed for each order, and told to the seller by email. The amount is the ledger's: refused (`owed_changed`)
 * where it is another one than the admin was shown, or nothing any more. Called twice with the same key, or by two admins
 * at once, it is noted once.
 */
export async function markPaidOut(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'owed_changed'>,
  adminId: string,
  { key, ...shown }: PayoutRow & { key: string },
): Promise<{ payoutId: string }> {
  const { sellerId, currency } = shown
  return services.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, sellerId))) services.refuse('not_found', 'There is no such seller.')
    const known = await findPayoutByKey(tx, sellerId, key)
    if (known) return { payoutId: known }
    const orders = await lockOwedOrders(tx, sellerId, currency)
    const owed = orders.reduce((sum, { amount }) => sum + amount, 0)
    if (owed !== shown.amount)
      services.refuse(
        'owed_changed',
        owed > 0
          ? `By now ${formatMoney({ minor: owed, currency })} is owed. Nothing was noted; look again.`
          : 'Nothing is owed to this seller any more: somebody may have noted this transfer already.',
      )
    const now = services.clock.now()
    const payoutId = await insertPayout(tx, shown, { adminId, key, now })
    for (const { orderId, amount } of orders)
      await post(tx, { orderId, kind: 'payout', source: payoutId, amount, currency, at: now })
    await writeAudit(tx, {
      kind: 'payout_noted',
      by: { as: 'admin', id: adminId },
      at: now,
      accountId: sellerId,
      facts: { amount: owed, currency },
    })
    await addMail(tx, 'payout', { payoutId })
    return { payoutId }
  })
}
