import type { Order } from '#contract/orders/orders.ts'

/** Notice of what a problem stops. */
export function StoppedWords({ order: { state, side } }: { order: Order }) {
  const isToMeet = state !== 'handed_over'
  return (
    <p>
      All deadlines are paused until the problem below is closed.{' '}
      {isToMeet && (side === 'buyer' ? 'You can still collect the book.' : 'You can still hand over the book.')}
    </p>
  )
}
