import * as z from 'zod/mini'
import { link } from '#contract/mail-blocks.ts'
import { EXPORT_DAYS, EXPORT_PAGE } from '#contract/accounts/exports.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail, type MailServices } from '#server/mail/define-mail.ts'
import { findExport } from '#server/accounts/exports/exports.public.ts'

const params = z.object({ exportId: z.string() })

/**
 * Mail: the export is ready. Links to the screen instead of the file, so that its reader has to sign in. Null where the
 * file is deleted, and for a closed account.
 */
export const exportReadyMail = defineMail({
  name: 'export_ready',
  group: 'always',
  params,
  find: async (services, { exportId }) => {
    const found = await findReader(services, exportId)
    return found?.export.finishedAt ? { to: found.to } : null
  },
  write: (_, { name, publicUrl }) => ({
    subject: 'Your data is ready to download',
    blocks: [
      `The file with everything ${name} has about you is ready.`,
      link('Sign in and download it', `${publicUrl}${EXPORT_PAGE}`),
      `It’s kept for ${EXPORT_DAYS} days. If you didn’t ask for it, change your password: someone else is signed in to your account.`,
    ],
  }),
  examples: [{ to: 'A member', when: 'The file with all of their data is made', facts: {} }],
})

/** Mail: the export failed. Null where another one was asked for, or is ready. */
export const exportFailedMail = defineMail({
  name: 'export_failed',
  group: 'always',
  params,
  find: async (services, { exportId }) => {
    const found = await findReader(services, exportId)
    return found?.export.failedAt ? { to: found.to } : null
  },
  write: (_, site) => ({
    subject: 'We couldn’t make the file with your data',
    blocks: [
      `We couldn’t make the file with everything ${site.name} has about you. Something went wrong on our side; we’re sorry.`,
      link('Ask for it again', `${site.publicUrl}${EXPORT_PAGE}`),
      `If it fails once more, write to the club: ${clubContact(site)}`,
    ],
  }),
  examples: [{ to: 'A member', when: 'The file with all of their data couldn’t be made', facts: {} }],
})

/** Null for a closed account. */
async function findReader({ db }: MailServices, exportId: string) {
  const found = await findExport(db, exportId)
  const account = found && (await findAccountById(db, found.accountId))
  return account && !account.closedAt ? { to: { name: account.name, address: account.email }, export: found } : null
}
