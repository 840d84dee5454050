import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { failedOf } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'

type RefundedOrder = Pick<OrderWithTimeline, 'book' | 'paysInCash' | 'refunds' | 'disputes'>

/** Whether a refund failed at the card's bank and the club has yet to pay it back another way. */
export const hasFailed = ({ refunds }: Pick<RefundedOrder, 'refunds'>): boolean => failedOf(refunds) > 0

/** Sentence on how the buyer gets the refund. */
export function refundedWords(order: RefundedOrder): string {
  const price = formatMoney(order.book.resalePrice)
  if (order.paysInCash) return `You get the whole amount back from the seller in cash: ${price}.`
  if (hasFailed(order))
    return 'A refund failed, because the card’s bank didn’t take it. Your order says how you get the money.'
  if (order.disputes.some(({ status }) => status === 'lost')) return 'Your card’s bank gave you the money back.'
  const isThere = order.refunds.length > 0 && order.refunds.every(({ isByHand }) => isByHand)
  return isThere
    ? `The club gave you the whole amount back another way: ${price}.`
    : `You get the whole amount back: ${price}. It can take a few days to arrive.`
}
