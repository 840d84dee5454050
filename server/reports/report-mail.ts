import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { mailText } from '#contract/mail-words.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { reportedThing } from './decision-mail.ts'
import { findCase } from './reports.sql.ts'

/**
 * To an admin: something was reported. Without the reporter's words, or any account could write to admins in our name.
 * Null once it is decided, or once they are no admin.
 */
export const reportMail = defineMail({
  name: 'report_waiting',
  group: 'reminders',
  params: z.object({ caseId: z.string(), adminId: z.string() }),
  write: async ({ db, site }, { caseId, adminId }) => {
    const [found, admin] = [await findCase(db, caseId), await findAccountById(db, adminId)]
    if (!found || found.decidedAt || admin?.role !== 'admin' || admin.closedAt) return null
    const what = reportedThing(found, site.name)
    const paragraphs = [
      `A member has reported ${what}.`,
      `Read why, and decide: ${site.publicUrl}${href('/dashboard/reported-items/:caseId', caseId)}`,
    ]
    return {
      to: { name: admin.name, address: admin.email },
      subject: 'Reported: waiting for your decision',
      text: mailText(paragraphs),
    }
  },
})
