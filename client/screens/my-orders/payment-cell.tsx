import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ClosedAccountNotice } from '#client/orders/closed-account-notice.tsx'
import { CancelOrder } from '#client/orders/cancel-order.tsx'
import { ContactLink } from '#client/orders/contact-link.tsx'
import { Deadline } from '#client/orders/deadline.tsx'
import { TimeAgo } from '#client/ui/time-ago.tsx'
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
          By card, <TimeAgo date={order.since} />
        </p>
        <p className="text-sm">
          <ClosedAccountNotice order={order} other="seller" />
        </p>
        <Meet order={order} />
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
        Reserved until <Deadline at={order.payBy} />
      </p>
      {order.book.seller.email && <Meet order={order} />}
      <CancelOrder order={order} onCancelled={onCancelled} onRefused={onRefused} />
    </div>
  )
}

/** Whom to meet, how to reach them, and where. */
function Meet({ order: { book, meetingLocation } }: { order: Order }) {
  const { name, email, mobileNumber } = book.seller
  return (
    <div className="mt-1 grid justify-items-start text-sm wrap-anywhere">
      <span>
        Meet <bdi>{name}</bdi>
        {meetingLocation && (
          <>
            : <bdi>{meetingLocation}</bdi>
          </>
        )}
      </span>
      {email && <ContactLink kind="email" text={email} />}
      {mobileNumber && <ContactLink kind="phone" text={mobileNumber} />}
    </div>
  )
}
