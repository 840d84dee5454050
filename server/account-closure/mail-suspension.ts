import { said } from '#contract/mail-words.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById, type AccountRow } from '#server/accounts/accounts.public.ts'
import { actsAs } from '#server/accounts/acts-as.ts'
import { reasonOf, untilWords } from '#server/accounts/suspension-words.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'

type MailServices = Pick<Services, 'db' | 'site'>

/** Tells a person that they are out, why, until when, and what becomes of what they have in the club. Null once that isn't so. */
export async function mailAccountSuspended(
  { db, site }: MailServices,
  { accountId, since }: MailKinds['account_suspended'],
): Promise<Mail | null> {
  const account = await findAccountById(db, accountId)
  if (!account || account.suspendedAt?.toISOString() !== since) return null
  return {
    to: addressOf(account),
    subject: `Your account at ${site.name} is suspended`,
    text: `${[
      `Hello ${said(account.name) || 'there'},`,
      `we have suspended your account ${untilWords(account.suspendedUntil)}. You can’t sign in during that time.`,
      `Reason: ${reasonOf(account)}`,
      `${(await actsAs(db, account, 'seller')) ? 'Your listings are hidden and come back with your account. ' : ''}Orders that are under way go on: please keep what you have agreed on. The other side can cancel an order that isn’t paid, and ask us for help with one that is.`,
      `If you disagree, or an order needs something that you can’t do now, write to ${clubContact(site)}.`,
    ].join('\n\n')}\n`,
  }
}

/** Tells a person that they can come back. Null where they are out again, or gone. */
export async function mailAccountRestored(
  { db, site }: MailServices,
  { accountId }: MailKinds['account_restored'],
): Promise<Mail | null> {
  const account = await findAccountById(db, accountId)
  if (!account || account.closedAt || account.suspendedAt) return null
  return {
    to: addressOf(account),
    subject: `Welcome back to ${site.name}`,
    text: `${[
      `Hello ${said(account.name) || 'there'},`,
      (await actsAs(db, account, 'seller'))
        ? 'your account is open again, and so are your listings, unless you have paused them yourself.'
        : 'your account is open again.',
      `Sign in: ${site.publicUrl}/login`,
    ].join('\n\n')}\n`,
  }
}

const addressOf = ({ name, email }: AccountRow) => ({ name, address: email })
