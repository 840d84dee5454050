import type { BankAccount } from '#contract/orders/bank-details.ts'
import type { Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { findBankDetails } from './bank-details.sql.ts'
import { openSealed } from './sealed-account.ts'

/**
 * A seller's bank details, for an admin who transfers what is owed to them. Writes into the audit log first, each time,
 * that the admin saw them. Refuses sellers who gave none, or whose can't be opened with the shop's keys any more.
 */
export async function openBankDetails(
  { db, clock, bankSealer, refuse }: Pick<Services, 'db' | 'clock' | 'bankSealer'> & Refuses<'not_found'>,
  adminId: string,
  accountId: string,
): Promise<BankAccount> {
  return db.transaction().execute(async (tx) => {
    const { sealed = null, since } = (await findBankDetails(tx, accountId)) ?? {}
    if (sealed === null || !since) return refuse('not_found', 'This seller hasn’t given the club a bank account.')
    const opened = openSealed(bankSealer, sealed)
    if (!opened)
      return refuse(
        'not_found',
        'The shop’s keys have changed, so it can’t read these bank details any more. Ask the seller to enter them again.',
      )
    await writeAudit(tx, { kind: 'bank_details_read', by: { as: 'admin', id: adminId }, at: clock.now(), accountId })
    return { ...opened, since }
  })
}
