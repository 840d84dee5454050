import type { Decision } from '#contract/reports/reports.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findCase } from './reports.sql.ts'

/** Tells one side of a case what was decided, and why. Who reported isn't told. Null for a closed account. */
export async function mailDecision(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { caseId, accountId }: MailKinds['report_decided'],
): Promise<Mail | null> {
  const [found, account] = [await findCase(db, caseId), await findAccountById(db, accountId)]
  if (!found?.decision || !account || account.closedAt) return null
  const what = found.kind === 'book' ? `the listing “${found.evidence.title ?? ''}”` : `a member of ${site.name}`
  const isAbout = found.aboutId === accountId
  // Nobody is worried by what came to nothing.
  if (isAbout && found.decision === 'dismiss') return null
  const words = isAbout
    ? [
        found.kind === 'book' ? `Somebody has reported ${what}.` : 'Somebody has reported you to the club.',
        outcome[found.decision].about,
        `Why: “${found.note}”`,
        `You can answer once: ${site.publicUrl}/report/answer/${caseId} – or write to ${clubContact(site)}.`,
      ]
    : [`Thank you for reporting ${what}.`, outcome[found.decision].reporter, `Why: “${found.note}”`]
  return {
    to: { name: account.name, address: account.email },
    subject: isAbout ? `A decision of ${site.name}` : 'About your report',
    text: `${words.join('\n\n')}\n`,
  }
}

const outcome: Record<Decision, { about: string; reporter: string }> = {
  dismiss: { about: '', reporter: 'We’ve looked at it and found nothing to do.' },
  warn: { about: 'This is a warning; nothing else changes.', reporter: 'We’ve talked to the person about it.' },
  take_down: { about: 'We’ve taken it down.', reporter: 'We’ve taken it down.' },
  suspend: { about: 'We’ve suspended your account.', reporter: 'We’ve suspended the person’s account.' },
  close: { about: 'We’ve closed your account.', reporter: 'We’ve closed the person’s account.' },
}
