import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { mailText, said } from '#contract/mail-words.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById, type AccountRow } from '#server/accounts/accounts.public.ts'
import { actsAs } from '#server/orders/sides/acts-as.ts'
import { reasonOf, untilWords } from '#server/accounts/suspension-words.ts'
import { defineMail } from '#server/mail/define-mail.ts'

/**
 * Mails a suspended account the reason, the end, and what happens to its trade. Null once this suspension has ended.
 */
export const accountSuspendedMail = defineMail({
  name: 'account_suspended',
  group: 'always',
  params: z.object({ accountId: z.string(), since: z.string() }),
  write: async ({ db, site }, { accountId, since }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.suspendedAt?.toISOString() !== since) return null
    return {
      to: addressOf(account),
      subject: `Your account at ${site.name} is suspended`,
      text: mailText([
        `Hello ${said(account.name) || 'there'},`,
        `we have suspended your account ${untilWords(account.suspendedUntil)}. You can’t sign in during that time.`,
        `Reason: ${reasonOf(account)}`,
        `${(await actsAs(db, account, 'seller')) ? 'Your listings are hidden and come back with your account. ' : ''}Orders that are under way go on: please keep what you have agreed on. The other side can cancel an order that isn’t paid, and ask us for help with one that is.`,
        `If you disagree, or an order needs something that you can’t do now, write to ${clubContact(site)}.`,
      ]),
    }
  },
})

/** Mails a person whose suspension has ended. Null where they are suspended again, or have closed their account. */
export const accountRestoredMail = defineMail({
  name: 'account_restored',
  group: 'always',
  params: z.object({ accountId: z.string(), since: z.string() }),
  write: async ({ db, site }, { accountId }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.closedAt || account.suspendedAt) return null
    return {
      to: addressOf(account),
      subject: `Welcome back to ${site.name}`,
      text: mailText([
        `Hello ${said(account.name) || 'there'},`,
        (await actsAs(db, account, 'seller'))
          ? 'your account is open again, and so are your listings, unless you have paused them yourself.'
          : 'your account is open again.',
        `Sign in: ${site.publicUrl}${href('/login')}`,
      ]),
    }
  },
})

const addressOf = ({ name, email }: AccountRow) => ({ name, address: email })
