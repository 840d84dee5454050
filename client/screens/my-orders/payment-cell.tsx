import { useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { nextOrderState } from '#contract/order-life.ts'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import { TimeAgo } from '#client/parts/time-ago.tsx'
import { call } from '#client/server-calls/call.ts'
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
      {nextOrderState(order.state, 'buyer_cancels') && (
        <CancelOrder order={order} onCancelled={onCancelled} onRefused={onRefused} />
      )}
    </div>
  )
}

/** A cancelled claim can't be taken back, so what it means is read before the button comes. */
function CancelOrder({ order, onCancelled, onRefused }: PaymentCellProps) {
  const id = useId()
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { id: order.id } }),
    onSuccess: onCancelled,
    onError: onRefused,
  })
  return (
    <details>
      <summary className="py-2 text-sm text-link underline">
        Cancel order<span className="sr-only"> of {order.book.title}</span>
      </summary>
      <p id={id} className="mb-2 text-sm">
        The book goes back to the shelf for everyone. You can’t hold this copy again for 24 hours.
      </p>
      <button
        type="button"
        className="button-outline"
        aria-describedby={id}
        disabled={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        {cancel.isPending ? 'Giving it back…' : 'Give the book back'}
      </button>
      {cancel.isError && (
        <p role="alert" className="mt-2 text-sm text-stamp">
          <span aria-hidden="true">! </span>
          {cancel.error.message}
        </p>
      )}
    </details>
  )
}
