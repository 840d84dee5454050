import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { reportedThing } from './mail-decision.ts'
import { findCase } from './reports.sql.ts'

/**
 * Tells an admin that something was reported, without what the reporter wrote: whoever signs up could write to admins in
 * our name by it. Null once it is decided, and for whoever is no admin any more.
 */
export async function mailReport(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { caseId, adminId }: MailKinds['report_waiting'],
): Promise<Mail | null> {
  const [found, admin] = [await findCase(db, caseId), await findAccountById(db, adminId)]
  if (!found || found.decidedAt || admin?.role !== 'admin' || admin.closedAt) return null
  const what = reportedThing(found, site.name)
  const paragraphs = [
    `A member has reported ${what}.`,
    `Read why, and decide: ${site.publicUrl}/dashboard/reported-items/${caseId}`,
  ]
  return {
    to: { name: admin.name, address: admin.email },
    subject: 'Reported: waiting for your decision',
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
