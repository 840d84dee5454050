import { formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findPayout } from './payouts.sql.ts'

/** Tells a seller that the club transferred what it owed them. Null where the account is closed. */
export async function mailPayout(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { payoutId }: { payoutId: string },
): Promise<Mail | null> {
  const payout = await findPayout(db, payoutId)
  const seller = payout && (await findAccountById(db, payout.sellerId))
  if (!seller || seller.closedAt) return null
  const much = formatMoney({ minor: payout.amount, currency: payout.currency })
  const text = [
    `The club has transferred ${much} to you. Reference: ${payout.reference}`,
    'It can take a few days to arrive.',
    `Which orders it is for: ${site.publicUrl}/dashboard/statement`,
  ]
  return {
    to: { name: seller.name, address: seller.email },
    subject: `Paid out: ${much}`,
    text: `${text.join('\n\n')}\n`,
  }
}
