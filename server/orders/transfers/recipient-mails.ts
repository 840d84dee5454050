import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { link } from '#contract/mail-blocks.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findRecipient } from './recipients.sql.ts'

/** Reminds a seller that what they are owed waits for their bank account; null once the provider has it. */
export const payoutAccountMail = defineMail({
  name: 'payout_account',
  group: 'always',
  params: z.object({ accountId: z.string(), since: z.string() }),
  find: async ({ db, site }, { accountId }) => {
    const recipient = await findRecipient(db, accountId)
    // The club may pay out by hand by now.
    if (site.payoutsThrough === '' || recipient?.status === 'ready' || recipient?.status === 'checked') return null
    const to = await readerOf(db, accountId)
    return to && { to, isBegun: recipient?.providerAccountId != null }
  },
  write: ({ isBegun }, { payoutsThrough, publicUrl }) => {
    const through = payoutsThrough || 'the payout provider'
    return {
      subject: isBegun ? 'Finish your payout account' : 'Where should your money go?',
      blocks: [
        isBegun
          ? `You sold a book, but you can’t be paid yet: something is still missing at ${through}.`
          : `You sold a book, but you can’t be paid yet. Tell ${through} which bank account to use; the club doesn’t see it.`,
        link(isBegun ? 'Go on' : 'Get paid to your bank', `${publicUrl}${href('/dashboard/statement')}`),
        'It takes a few minutes, once.',
      ],
    }
  },
  examples: [
    { to: 'The seller', when: 'What they are owed waits for their bank account', facts: { isBegun: false } },
    { to: 'The seller', when: 'The payout provider needs more of them', facts: { isBegun: true } },
  ],
})

/** Tells a seller that their bank sent a payout back; null where it is sorted out. */
export const bankRefusalMail = defineMail({
  name: 'bank_refusal',
  group: 'always',
  params: z.object({ accountId: z.string(), refusalId: z.string() }),
  find: async ({ db }, { accountId, refusalId }) => {
    const recipient = await findRecipient(db, accountId)
    if (recipient?.bankRefusalId !== refusalId) return null
    const to = await readerOf(db, accountId)
    return to && { to, reason: recipient.bankRefusal ?? '' }
  },
  write: ({ reason }, site) => ({
    subject: 'Your bank sent a payout back',
    blocks: [
      `Money on its way to your bank came back to your payout account. ${reason}`,
      'Please check the bank account that you entered. We’ll send the money again once it’s right.',
      link('Check your payout account', `${site.publicUrl}${href('/dashboard/statement')}`),
      `Questions? Write to the club: ${clubContact(site)}`,
    ],
  }),
  examples: [
    {
      to: 'The seller',
      when: 'Their bank sent a payout back',
      facts: { reason: 'The bank account has been closed.' },
    },
  ],
})

async function readerOf(db: Db, accountId: string) {
  const account = await findAccountById(db, accountId)
  return !account || account.closedAt ? null : { name: account.name, address: account.email }
}
