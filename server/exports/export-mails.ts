import * as z from 'zod/mini'
import { mailText } from '#contract/mail-words.ts'
import { EXPORT_DAYS, EXPORT_PAGE } from '#contract/accounts/exports.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findExport } from '#server/accounts/exports/exports.public.ts'

/**
 * Mail: the export is ready. Links to the screen instead of the file, so that its reader has to sign in. Null where the
 * file is deleted, and for a closed account.
 */
export const exportReadyMail = defineMail({
  name: 'export_ready',
  group: 'always',
  params: z.object({ exportId: z.string() }),
  write: async ({ db, site }, { exportId }) => {
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
      text: mailText(paragraphs),
    }
  },
})

/** Mail: the export failed. Null where another one was asked for, or is ready. */
export const exportFailedMail = defineMail({
  name: 'export_failed',
  group: 'always',
  params: z.object({ exportId: z.string() }),
  write: async ({ db, site }, { exportId }) => {
    const found = await findExport(db, exportId)
    const account = found && (await findAccountById(db, found.accountId))
    if (!found?.failedAt || !account || account.closedAt) return null
    const paragraphs = [
      `We couldn’t make the file with everything ${site.name} has about you. Something went wrong on our side; we’re sorry.`,
      `Please ask for it again: ${site.publicUrl}${EXPORT_PAGE}`,
      `If it fails once more, write to the club: ${clubContact(site)}`,
    ]
    return {
      to: { name: account.name, address: account.email },
      subject: 'We couldn’t make the file with your data',
      text: mailText(paragraphs),
    }
  },
})
