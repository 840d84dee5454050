import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { exampleBook, exampleIds } from '#contract/examples.ts'
import { link } from '#contract/mail-blocks.ts'
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
  find: async ({ db }, { caseId, adminId }) => {
    const [found, admin] = [await findCase(db, caseId), await findAccountById(db, adminId)]
    if (!found || found.decidedAt || admin?.role !== 'admin' || admin.closedAt) return null
    const { kind, evidence } = found
    return { to: { name: admin.name, address: admin.email }, caseId, kind, evidence }
  },
  write: ({ caseId, ...reported }, { name, publicUrl }) => ({
    subject: 'Reported: waiting for your decision',
    blocks: [
      `A member has reported ${reportedThing(reported, name)}.`,
      link('Read why, and decide', `${publicUrl}${href('/dashboard/reported-items/:caseId', caseId)}`),
    ],
  }),
  examples: [
    {
      to: 'Admins',
      when: 'A member reports something',
      facts: { caseId: exampleIds.message, kind: 'book', evidence: { title: exampleBook.book_name } },
    },
  ],
})
