import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { link } from '#contract/mail-blocks.ts'
import { formatMoney } from '#contract/wording.ts'
import { findAccountById, listAdminIds } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findTransfer } from './transfers.sql.ts'

/** Tells an admin that the club's balance at the provider is too small for a transfer; null once it was enough. */
export const balanceMail = defineMail({
  name: 'payout_balance',
  group: 'always',
  params: z.object({ transferId: z.string(), adminId: z.string(), since: z.string() }),
  find: async ({ db }, { transferId, adminId }) => {
    const [transfer, admin] = [await findTransfer(db, transferId), await findAccountById(db, adminId)]
    if (transfer?.refused !== 'balance' || admin?.role !== 'admin' || admin.closedAt) return null
    const { amount, currency } = transfer
    return { to: { name: admin.name, address: admin.email }, amount, currency }
  },
  write: ({ amount, currency }, site) => ({
    subject: 'Transfers to sellers wait: the balance is too small',
    blocks: [
      `The club’s balance at the payout provider was too small to transfer ${formatMoney({ minor: amount, currency })} to a seller.`,
      'We try again every hour, and it goes out automatically once there is enough. Add money there, or lower what is paid out to the club’s own bank.',
      link('See what waits', `${site.publicUrl}${href('/dashboard/payouts')}?show=waiting`),
    ],
  }),
  examples: [
    {
      to: 'Admins',
      when: 'The club’s balance is too small to pay a seller out',
      facts: { amount: 1250, currency: 'USD' },
    },
  ],
})

/** Books it to every admin. */
export async function bookBalanceMails(tx: Tx, transferId: string, now: Date): Promise<void> {
  const since = now.toISOString()
  for (const adminId of await listAdminIds(tx)) await balanceMail.book(tx, { transferId, adminId, since })
}
