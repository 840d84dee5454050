import { readPriceText } from '#contract/money/currencies.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { formatMoney } from '#contract/wording.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { refundFailureMail } from './refund-failure-mails.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { Services } from '#server/services.ts'
import { markGivenByHand, type RefundRow } from './refunds.sql.ts'

/**
 * An admin notes that the club gave back by hand what the card's bank refused; the buyer gets an email, and the audit
 * log an entry. Moves no money. Refuses unknown orders, an admin who is the buyer, and an amount (text) other than what
 * has failed by now. Called twice, it is noted once.
 */
export async function noteGivenByHand(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: SignedInAccount,
  orderId: string,
  { amount: named }: { amount: string },
): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return services.refuse('not_found', 'We can’t find that order.')
    if (order.buyerId === admin.id)
      return services.refuse('not_found', 'Another admin has to note this: you bought it.')
    const given = await markGivenByHand(tx, orderId, now)
    if (given.length > 0) requireAmount(named, given)
    for (const { id, amount, currency } of given) {
      await refundFailureMail.book(tx, { refundId: id, news: 'given', since: now.toISOString() })
      const by = { as: 'admin', id: admin.id } as const
      const facts = { amount, currency }
      await writeAudit(tx, { kind: 'refund_given_by_hand', by, at: now, accountId: order.buyerId, orderId, facts })
    }
  })
}

function requireAmount(named: string, [first, ...more]: readonly RefundRow[]): void {
  const { currency } = first!
  const minor = more.reduce((sum, { amount }) => sum + amount, first!.amount)
  if (readPriceText(named, currency) === minor) return
  const message = `By now ${formatMoney({ minor, currency })} of this order has failed. Note it once the buyer has all of that.`
  refuse('invalid_input', message, [{ field: 'amount', message }])
}
