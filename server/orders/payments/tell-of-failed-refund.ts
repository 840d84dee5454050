import { listAdminIds } from '#server/accounts/accounts.public.ts'
import { refundFailureMail, refundToGiveMail } from './refund-failure-mails.ts'
import type { Tx } from '#server/database/schema.ts'

/** Books the emails about a refund that came back from the card's bank: to its buyer, and to each admin. */
export async function tellOfFailedRefund(tx: Tx, refundId: string, now: Date): Promise<void> {
  const since = now.toISOString()
  await refundFailureMail.book(tx, { refundId, news: 'failed', since })
  for (const adminId of await listAdminIds(tx)) await refundToGiveMail.book(tx, { refundId, adminId, since })
}
