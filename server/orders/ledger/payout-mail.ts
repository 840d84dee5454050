import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { mailText } from '#contract/mail-words.ts'
import { formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findPayout } from './payouts.sql.ts'

/** Mails the seller that the club transferred what it owed. */
export const payoutMail = defineMail({
  name: 'payout',
  group: 'always',
  params: z.object({ payoutId: z.string() }),
  write: async ({ db, site }, { payoutId }) => {
    const payout = await findPayout(db, payoutId)
    const seller = payout && (await findAccountById(db, payout.sellerId))
    if (!seller || seller.closedAt) return null
    const much = formatMoney({ minor: payout.amount, currency: payout.currency })
    const text = [
      `The club has transferred ${much} to you. Reference: ${payout.reference}`,
      'It can take a few days to arrive.',
      `Which orders it is for: ${site.publicUrl}${href('/dashboard/statement')}`,
    ]
    return {
      to: { name: seller.name, address: seller.email },
      subject: `Paid out: ${much}`,
      text: mailText(text),
    }
  },
})
