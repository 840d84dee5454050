import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { CancelOrder } from '#client/parts/cancel-order.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { TimeAgo } from '#client/parts/time-ago.tsx'
import { endedOrderWords } from './order-words.ts'

interface PaymentCellProps {
  order: Order
  onCancelled: () => void
  /** The server knows the order in another state than this screen. */
  onRefused: () => void
}

/** What can be done about an order's payment, or what became of it. */
export function PaymentCell({ order, onCancelled, onRefused }: PaymentCellProps) {
  if (order.state === 'paid') {
    return (
      <div className="sm:min-w-56">
        <Link to={`/dashboard/payment/${order.id}`} className="button-outline text-ok">
          <span aria-hidden="true">✓</span>
          Paid<span className="sr-only">: the receipt for {order.book.title}</span>
        </Link>
        <p className="mt-1 text-sm text-ink-2">
          By card, <TimeAgo date={order.since} />. Meet <bdi>{order.book.seller.name}</bdi>
          {order.meetingLocation && <>: {order.meetingLocation}</>}
        </p>
      </div>
    )
  }
  if (order.state !== 'claimed') {
    const { title, meaning } = endedOrderWords[order.state]
    return (
      <span>
        <span className="font-semibold">{title}</span>{' '}
        <span className="text-sm text-ink-2">
          <TimeAgo date={order.since} />
        </span>
        <span className="block text-sm text-ink-2">{meaning}</span>
      </span>
    )
  }
  return (
    <div className="sm:min-w-56">
      <Link to={`/dashboard/payment/${order.id}`} className="button">
        Pay<span className="sr-only"> for {order.book.title}</span>
      </Link>
      <p className="mt-1 text-sm text-ink-2">
        Held for you until <Deadline at={order.payBy} />
      </p>
      <CancelOrder order={order} onCancelled={onCancelled} onRefused={onRefused} />
    </div>
  )
}
