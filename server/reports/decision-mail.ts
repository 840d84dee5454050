import * as z from 'zod/mini'
import { mailText, quoted } from '#contract/mail-words.ts'
import { ANSWER_DAYS } from '#contract/reports/answers.ts'
import type { Decision } from '#contract/reports/reports.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { answerLinkOf } from './answer-decision.ts'
import { findCase, type CaseRow } from './reports.sql.ts'

/**
 * Mails one side of a case the decision and its reason, without the reporters. Null for a closed account, whose last
 * email says it.
 */
export const decisionMail = defineMail({
  name: 'report_decided',
  group: 'always',
  params: z.object({ caseId: z.string(), accountId: z.string() }),
  write: async ({ db, site, shop }, { caseId, accountId }) => {
    const [found, account] = [await findCase(db, caseId), await findAccountById(db, accountId)]
    if (!found?.decision || !account || account.closedAt) return null
    const isAbout = found.aboutId === accountId
    const what = reportedThing(found, site.name)
    // A dismissed report must not worry its subject.
    if (isAbout && found.decision === 'dismiss') return null
    const words = isAbout
      ? [
          found.kind === 'person' ? 'Somebody has reported you to the club.' : `Somebody has reported ${what}.`,
          outcome[found.decision].about,
          `Why: “${found.note}”`,
          `You can answer once, within ${ANSWER_DAYS} days and without signing in: ${answerLinkOf({ site, shop }, { caseId, accountId })}`,
          `This link is yours alone; please don’t pass it on. Or write to ${clubContact(site)}.`,
        ]
      : [`Thank you for reporting ${what}.`, outcome[found.decision].reporter, `Why: “${found.note}”`]
    return {
      to: { name: account.name, address: account.email },
      subject: isAbout ? `A decision of ${site.name}` : 'About your report',
      text: mailText(words),
    }
  },
})

/** Words for the reported thing, within a sentence. */
export const reportedThing = ({ kind, evidence: { title = '' } }: CaseRow, club: string): string =>
  ({
    book: `the listing ${quoted(title)}`,
    person: `a member of ${club}`,
    message: `a message about ${quoted(title)}`,
  })[kind]

const outcome: Record<Decision, { about: string; reporter: string }> = {
  dismiss: { about: '', reporter: 'We’ve looked at it and found nothing to do.' },
  warn: { about: 'This is a warning; nothing else changes.', reporter: 'We’ve talked to the person about it.' },
  take_down: { about: 'We’ve taken it down.', reporter: 'We’ve taken it down.' },
  suspend: { about: 'We’ve suspended your account.', reporter: 'We’ve suspended the person’s account.' },
  close: { about: '', reporter: 'We’ve closed the person’s account.' },
}
