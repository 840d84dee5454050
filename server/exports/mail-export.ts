import { EXPORT_DAYS, EXPORT_PAGE } from '#contract/accounts/exports.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findExport } from './exports.sql.ts'

/**
 * Tells somebody that the file they asked for is there. It leads to the screen and not to the file: whoever reads the
 * email has to sign in. Null where it is gone again, and for a closed account.
 */
export async function mailExport(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { exportId }: MailKinds['export_ready'],
): Promise<Mail | null> {
  const found = await findExport(db, exportId)
  const account = found && (await findAccountById(db, found.accountId))
  if (!found?.finishedAt || !account || account.closedAt) return null
  const paragraphs = [
    `The file with everything ${site.name} has about you is ready.`,
    `Sign in and download it: ${site.publicUrl}${EXPORT_PAGE}`,
    `It’s kept for ${EXPORT_DAYS} days. If you didn’t ask for it, change your password: somebody else is signed in to your account.`,
  ]
  return {
    to: { name: account.name, address: account.email },
    subject: 'Your data is ready to download',
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
