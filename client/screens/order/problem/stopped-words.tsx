import type { Order } from '#contract/orders/orders.ts'

/** What a problem means for the order meanwhile. */
export function StoppedWords({ order: { state, side } }: { order: Order }) {
  const isToMeet = state !== 'handed_over'
  return (
    <p>
      No deadline runs until the problem below has ended.{' '}
      {isToMeet && (side === 'buyer' ? 'You can still take the book.' : 'You can still hand the book over.')}
    </p>
  )
}
