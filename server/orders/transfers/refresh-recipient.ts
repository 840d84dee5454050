import { addJob } from '#server/database/add-job.ts'
import type { PayoutProvider } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import { bankRefusalMail } from './recipient-mails.ts'
import { findRecipientAtProvider, updateRecipient } from './recipients.sql.ts'
import { wakeTransfersTo } from './transfers.sql.ts'

/**
 * Asks the provider about a seller's account and stores what it says; once the account is ready, what waited for it is
 * tried again. Where the seller's bank sent money back, they get one email. Unknown accounts are no error.
 */
export async function refreshRecipient(
  { db, clock, provider }: Pick<Services, 'db' | 'clock'> & { provider: PayoutProvider },
  providerAccountId: string,
): Promise<void> {
  if (!(await findRecipientAtProvider(db, providerAccountId))) return
  const report = await provider.recipients.find(providerAccountId)
  await db.transaction().execute(async (tx) => {
    const before = await findRecipientAtProvider(tx, providerAccountId)
    if (!before) return
    const { accountId } = before
    const isRefused = await updateRecipient(tx, before, report, clock.now())
    if (report?.bankRefusal && isRefused)
      await bankRefusalMail.book(tx, { accountId, refusalId: report.bankRefusal.id })
    if (report?.status !== 'ready') return
    await wakeTransfersTo(tx, providerAccountId, clock.now())
    if (before.status !== 'ready') await addJob(tx, 'pay_out', {})
  })
}
