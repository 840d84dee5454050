import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { link } from '#contract/mail-blocks.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'

const words = {
  changed: 'Your bank details were changed: the club now transfers what it owes you to another account.',
  by_hand: 'You’re now paid by hand. If the club had your bank details, they’re deleted.',
  removed: 'The club no longer has your bank details. When it owes you money, it will ask you where it should go.',
} as const
export type BankDetailsNews = keyof typeof words
const NEWS = Object.keys(words) as BankDetailsNews[]

const occasions: Record<BankDetailsNews, string> = {
  changed: 'They enter or change their bank details',
  by_hand: 'They choose to be paid by hand',
  removed: 'They remove their bank details',
}

/** Tells a seller that their money goes elsewhere from now on, without saying where. Each change is told once. */
export const bankDetailsMail = defineMail({
  name: 'bank_details',
  group: 'always',
  params: z.object({ accountId: z.string(), news: z.enum(NEWS), since: z.string() }),
  find: async ({ db }, { accountId }) => {
    const account = await findAccountById(db, accountId)
    return !account || account.closedAt ? null : { to: { name: account.name, address: account.email } }
  },
  write: (_facts, site, { news }) => ({
    subject: news === 'changed' ? 'Your bank details were changed' : 'Where your money goes',
    blocks: [
      words[news],
      `If that wasn’t you, someone else is signed in to your account. Choose a new password now, and write to the club before it transfers anything: ${clubContact(site)}`,
      link('See where your money goes', `${site.publicUrl}${href('/dashboard/statement')}`),
      link('Choose a new password', `${site.publicUrl}${href('/reset-password')}`),
    ],
  }),
  examples: NEWS.map((news) => ({ to: 'A seller', when: occasions[news], params: { news }, facts: {} })),
})
