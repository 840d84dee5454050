import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { link } from '#contract/mail-blocks.ts'
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
  find: async ({ db }, { accountId, since }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.suspendedAt?.toISOString() !== since) return null
    const suspended: Suspended = account
    return { to: addressOf(account), suspended, isSeller: await actsAs(db, account, 'seller') }
  },
  write: ({ suspended, isSeller }, site, _params, { date }) => ({
    subject: `Your account at ${site.name} is suspended`,
    blocks: [
      `We have suspended your account ${untilWords(suspended.suspendedUntil, date)}. You can’t sign in during that time.`,
      `Reason: ${reasonOf(suspended)}`,
      `${isSeller ? 'Your listings are hidden and come back with your account. ' : ''}Open orders go on: please keep to what you’ve agreed. The other side can cancel an order that isn’t paid, and ask us for help with one that is.`,
      `If you disagree, or an order needs something that you can’t do now, write to ${clubContact(site)}.`,
    ],
  }),
  examples: [
    {
      to: 'A member',
      when: 'An admin suspends their account',
      facts: {
        suspended: {
          suspendedUntil: new Date('2027-03-01T12:00:00Z'),
          suspendedFor: 'misleading',
          suspensionNote: 'Three covers show another edition.',
        },
        isSeller: true,
      },
    },
  ],
})

/** Mails a person whose suspension has ended. Null where they are suspended again, or have closed their account. */
export const accountRestoredMail = defineMail({
  name: 'account_restored',
  group: 'always',
  params: z.object({ accountId: z.string(), since: z.string() }),
  find: async ({ db }, { accountId }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.closedAt || account.suspendedAt) return null
    return { to: addressOf(account), isSeller: await actsAs(db, account, 'seller') }
  },
  write: ({ isSeller }, site) => ({
    subject: `Welcome back to ${site.name}`,
    blocks: [
      isSeller
        ? 'Your account is open again, and so are your listings, unless you have paused them yourself.'
        : 'Your account is open again.',
      link('Sign in', `${site.publicUrl}${href('/login')}`),
    ],
  }),
  examples: [{ to: 'A member', when: 'Their suspension ends', facts: { isSeller: true } }],
})

type Suspended = Pick<AccountRow, 'suspendedUntil' | 'suspendedFor' | 'suspensionNote'>

const addressOf = ({ name, email }: AccountRow) => ({ name, address: email })
