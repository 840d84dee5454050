import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { addMail } from '#server/database/add-mail.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { Services } from '#server/services.ts'
import { markGivenByHand } from './refunds.sql.ts'

/**
 * An admin notes that the club gave the buyer another way what the card's bank didn't take; the buyer gets an email, and
 * the audit log keeps it. Moves no money. Refuses orders that there are not, and an admin who bought it. Called twice,
 * it is noted once.
 */
export async function noteGivenByHand(
  { db, clock, refuse }: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: SignedInAccount,
  orderId: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refuse('not_found', 'There’s no such order.')
    if (order.buyerId === admin.id) return refuse('not_found', 'Another admin has to note this: you bought it.')
    for (const { id, amount, currency } of await markGivenByHand(tx, orderId, now)) {
      await addMail(tx, 'refund_failure', { refundId: id, news: 'given', since: now.toISOString() })
      const by = { as: 'admin', id: admin.id } as const
      const facts = { amount, currency }
      await writeAudit(tx, { kind: 'refund_given_by_hand', by, at: now, accountId: order.buyerId, orderId, facts })
    }
  })
}
