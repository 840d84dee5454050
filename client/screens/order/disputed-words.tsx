import { isLiveState } from '#contract/orders/order-life.ts'
import { barsRefunds } from '#contract/orders/disputes.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'

/** Whether an order that isn't over goes on only when the bank has decided. */
export const waitsForBank = ({ isDisputed, state }: Pick<Order, 'isDisputed' | 'state'>): boolean =>
  isDisputed && isLiveState(state)

/** Whether the bank has the payment that paid for the order; one that paid for nothing bars no refund. */
export const areRefundsBarred = ({ isDisputed, disputes }: Pick<OrderWithTimeline, 'isDisputed' | 'disputes'>) =>
  isDisputed && barsRefunds(disputes)

/** Notice that the order waits for the bank of the buyer's card. */
export function DisputedWords({ order: { state, side } }: { order: Order }) {
  const isWithSeller = state === 'paid'
  return (
    <p>
      {side === 'buyer' ? 'Your' : 'The buyer’s'} bank is looking into the payment, which can take two or three months.
      All deadlines are paused until it has decided.{' '}
      {isWithSeller && side === 'seller' && 'Please keep the book until then.'}
    </p>
  )
}
