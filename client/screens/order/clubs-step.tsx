import { isLiveState } from '#contract/orders/order-life.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { mayRefundAsAdmin } from '#contract/orders/orders.policy.ts'
import { failedOf } from '#contract/orders/refunds.ts'
import { accountStatusOf } from '#client/orders/account-status-of.ts'
import { areRefundsBarred } from './disputed-words.tsx'
import { RefundOrder } from './refund-order.tsx'

/** Admin actions on the order, and which side can’t act any more. */
export function ClubsStep({ order }: { order: OrderWithTimeline }) {
  const absent = absentWords(order)
  return (
    <>
      {absent && <p>{absent}</p>}
      {mayRefundAsAdmin(order) === 'yes' && !areRefundsBarred(order) ? (
        <RefundOrder key={order.refundable} order={order} />
      ) : (
        <p>{restWords(order)}</p>
      )}
    </>
  )
}

/** What the order waits for, where an admin can give nothing back here. */
function restWords(order: OrderWithTimeline): string {
  const { isDisputed, isPaymentProcessing, disputes, hasProblem, refunds, refundable, state } = order
  const until = 'You’ll find the deadline for an answer below.'
  if (areRefundsBarred(order))
    return `The buyer’s bank is looking into the payment. Nothing can be refunded until it has decided. ${until}`
  if (isDisputed)
    return `The buyer’s bank is asking about the payment. ${until}${refundable > 0 ? ' A refund on the card provider’s own pages settles it too.' : ''}`
  if (disputes.some(({ endedAt }) => endedAt === null))
    return `The buyer’s bank is looking into a payment that didn’t count for this order. ${until}`
  if (hasProblem) return 'Read what both wrote, then decide below.'
  if (isPaymentProcessing)
    return 'The buyer’s bank is sending the payment, which can take some days. The book stays reserved until it has arrived or failed.'
  if (failedOf(refunds) > 0) return 'A refund failed. Give it to the buyer another way, then note it below.'
  return isLiveState(state) ? 'Only the buyer and the seller can act on this order.' : 'Nothing is left to do.'
}

/** Notice for an unfinished order: whose account is closed or suspended, and what to do. */
function absentWords(order: OrderWithTimeline): string {
  if (!isLiveState(order.state)) return ''
  const sides = (['seller', 'buyer'] as const).map((side) => {
    const { isClosed, isSuspended } = accountStatusOf(order, side)
    return isClosed ? `The ${side}’s account was closed.` : isSuspended ? `The ${side}’s account is suspended.` : ''
  })
  const said = sides.filter(Boolean).join(' ')
  return said && order.state === 'paid' ? `${said} If the two can’t meet, give the money back.` : said
}
