import type { Order } from '#contract/orders/orders.ts'

/** Notice of what a problem stops. */
export function StoppedWords({ order: { state, side } }: { order: Order }) {
  const isToMeet = state !== 'handed_over'
  return (
    <p>
      All deadlines stop until the problem below is settled.{' '}
      {isToMeet && (side === 'buyer' ? 'You can still take the book.' : 'You can still hand the book over.')}
    </p>
  )
}
