import * as z from 'zod/mini'
import { exampleBook } from '#contract/examples.ts'
import { href } from '#contract/href.ts'
import { link, note, quote } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { ANSWER_DAYS } from '#contract/reports/answers.ts'
import type { Decision } from '#contract/reports/reports.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { answerTokenOf } from './answer-decision.ts'
import { findCase, type CaseRow } from './reports.sql.ts'

/** What of a case its emails tell. */
type Reported = Pick<CaseRow, 'kind' | 'evidence' | 'note'> & { decision: Decision }

const example = {
  reported: {
    kind: 'book',
    evidence: { title: exampleBook.book_name },
    decision: 'take_down',
    note: 'The pictures show another edition.',
  } as Reported,
  answerToken: '…',
}

/**
 * Mails one side of a case the decision and its reason, without the reporters. Null for a closed account, whose last
 * email says it.
 */
export const decisionMail = defineMail({
  name: 'report_decided',
  group: 'always',
  params: z.object({ caseId: z.string(), accountId: z.string() }),
  find: async ({ db, shop }, { caseId, accountId }) => {
    const [found, account] = [await findCase(db, caseId), await findAccountById(db, accountId)]
    if (!found?.decision || !account || account.closedAt) return null
    const { kind, evidence, decision, note: why } = found
    return {
      to: { name: account.name, address: account.email },
      reported: { kind, evidence, decision, note: why },
      isAbout: found.aboutId === accountId,
      answerToken: answerTokenOf(shop, { caseId, accountId }),
    }
  },
  write: ({ reported, isAbout, answerToken }, site) => {
    const { decision, kind, note: why } = reported
    const what = reportedThing(reported, site.name)
    // A dismissed report must not worry its subject.
    if (isAbout && (decision === 'dismiss' || decision === 'part')) return null
    return isAbout
      ? {
          subject:
            kind === 'book'
              ? `About your listing ${quoted(reported.evidence.title ?? '')}`
              : `A decision of ${site.name}`,
          blocks: [
            kind === 'person' ? 'Someone has reported you to the club.' : `Someone has reported ${what}.`,
            outcome[decision].about,
            quote('Why', why),
            `You can answer once, within ${ANSWER_DAYS} days and without signing in.`,
            link('Answer', `${site.publicUrl}${href('/answer/:token', answerToken)}`),
            note(`This link is yours alone; please don’t pass it on. Or write to ${clubContact(site)}.`),
          ],
        }
      : {
          subject: 'About your report',
          blocks: [`Thank you for reporting ${what}.`, outcome[decision].reporter, quote('Why', why)],
        }
  },
  examples: [
    {
      to: 'The reported member',
      when: 'The club decides about a report, and does something',
      facts: { ...example, isAbout: true },
    },
    { to: 'Who reported', when: 'The club decides about a report', facts: { ...example, isAbout: false } },
  ],
})

/** Words for the reported thing, within a sentence. */
export const reportedThing = (
  { kind, evidence: { title = '' } }: Pick<CaseRow, 'kind' | 'evidence'>,
  club: string,
): string =>
  ({
    book: `the listing ${quoted(title)}`,
    person: `a member of ${club}`,
    message: `a message about ${quoted(title)}`,
    copy: `${quoted(title)}, which was shown as a copy of another book`,
  })[kind]

const outcome: Record<Decision, { about: string; reporter: string }> = {
  dismiss: { about: '', reporter: 'We’ve looked at it and found nothing to do.' },
  warn: { about: 'This is a warning; nothing else changes.', reporter: 'We’ve sent the person a warning.' },
  part: { about: '', reporter: 'They’re shown as different books now.' },
  take_down: { about: 'We’ve taken it down.', reporter: 'We’ve taken it down.' },
  suspend: { about: 'We’ve suspended your account.', reporter: 'We’ve suspended the person’s account.' },
  close: { about: '', reporter: 'We’ve closed the person’s account.' },
}
