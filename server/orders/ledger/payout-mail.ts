import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { link } from '#contract/mail-blocks.ts'
import { formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findPayout } from './payouts.sql.ts'

/** Mails the seller that the club transferred what it owed. */
export const payoutMail = defineMail({
  name: 'payout',
  group: 'always',
  params: z.object({ payoutId: z.string() }),
  find: async ({ db }, { payoutId }) => {
    const payout = await findPayout(db, payoutId)
    const seller = payout && (await findAccountById(db, payout.sellerId))
    return !seller || seller.closedAt ? null : { to: { name: seller.name, address: seller.email }, ...payout }
  },
  write: ({ amount, currency, reference, fees }, { publicUrl }) => {
    const [much, fee] = [amount, fees].map((minor) => formatMoney({ minor, currency }))
    return {
      subject: `Paid out: ${much}`,
      blocks: [
        `The club has transferred ${much} to you. Reference: ${reference}`,
        fees > 0 ? `That is what your sales brought, less the club’s fee of ${fee}.` : null,
        'It can take a few days to arrive.',
        link('See which orders it is for', `${publicUrl}${href('/dashboard/statement')}`),
      ],
    }
  },
  examples: [
    {
      to: 'The seller',
      when: 'The club has transferred what it owed',
      facts: { sellerId: '', amount: 3560, currency: 'USD', reference: 'Transfer 7 of March', fees: 190 },
    },
  ],
})
