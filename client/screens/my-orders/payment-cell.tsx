import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import type { Order } from '#contract/orders/orders.ts'
import { paidHow } from '#contract/orders/paid-how.ts'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { CancelOrder } from '#client/orders/cancel-order.tsx'
import { ContactLink } from '#client/orders/contact-link.tsx'
import { Deadline } from '#client/orders/deadline.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { useIsCashLeft } from '#client/orders/cash-left.ts'
import { useSite } from '#client/ui/site.ts'
import { RowPart } from '#client/lists/tables/data-row.tsx'
import { Badge } from '#client/ui/facts/badge.tsx'
import { untilWords } from '#client/ui/facts/until-words.ts'
import { endedOrderWords, hasEnded, type EndedState } from '#client/orders/ended-words.ts'

interface PaymentCellProps {
  order: Order
  onCancelled: () => void
}

/** Payment actions of an order, or its outcome. */
export function PaymentCell({ order, onCancelled }: PaymentCellProps) {
  if (order.isPaid) return <PaidParts order={order} />
  if (hasEnded(order.state)) return <EndedParts order={order} state={order.state} />
  return order.isPaymentProcessing ? (
    <ProcessingParts order={order} />
  ) : (
    <OpenParts order={order} onCancelled={onCancelled} />
  )
}

function PaidParts({ order }: { order: Order }) {
  return (
    <>
      <RowPart is="action" className="sm:min-w-56">
        <Link to={href('/dashboard/payment/:myOrderId', order.id)} className="button-outline printed text-ok">
          <span aria-hidden="true">✓</span>
          Paid<span className="sr-only">: the receipt for {order.book.title}</span>
        </Link>
      </RowPart>
      <RowPart is="state" className="text-sm sm:mt-1">
        <p className="text-ink-2">
          <span className="inline-block first-letter:uppercase">{paidHow(order)}</span>,{' '}
          {order.paidAt && <TimeAgo date={order.paidAt} />}
        </p>
        {order.hasFailedRefund && <p className="font-semibold text-warn">A refund failed</p>}
      </RowPart>
      <RowPart is="rest" className="text-sm">
        <p className="empty:hidden">
          <OtherSideNotice order={order} other="seller" />
        </p>
        {order.state === 'paid' && <Meet order={order} />}
        <OrderLink order={order} />
      </RowPart>
    </>
  )
}

function EndedParts({ order, state }: { order: Order; state: EndedState }) {
  const { title, meaning } = endedOrderWords[state]
  return (
    <>
      <RowPart is="state">
        <Badge kind="quiet">{title}</Badge>{' '}
        <span className="text-sm text-ink-2">
          <TimeAgo date={order.since} />
        </span>
        {order.hasFailedRefund && <span className="block text-sm font-semibold text-warn">The refund failed</span>}
      </RowPart>
      <RowPart is="rest" className="text-sm text-ink-2">
        {!order.hasFailedRefund && meaning}
      </RowPart>
      <RowPart is="action">
        <OrderLink order={order} />
      </RowPart>
    </>
  )
}

function ProcessingParts({ order }: { order: Order }) {
  return (
    <>
      <RowPart is="state" className="font-semibold sm:min-w-56">
        The payment is on its way
      </RowPart>
      <RowPart is="rest" className="text-sm">
        <p className="text-ink-2">
          Your bank is sending it, which can take some days. The book stays reserved for you.
        </p>
        {order.book.seller.email && <Meet order={order} />}
      </RowPart>
      <RowPart is="action">
        <OrderLink order={order} />
      </RowPart>
    </>
  )
}

function OpenParts({ order, onCancelled }: PaymentCellProps) {
  const isCashLeft = useIsCashLeft(order)
  const isCashAlone = useSite().cards.mode === 'off' && order.paysInCash
  const due = order.dueAt ?? order.payBy
  return (
    <>
      <RowPart is="action" className="sm:min-w-56">
        {isCashAlone ? (
          <OrderLink order={order} />
        ) : (
          <Link
            to={href('/dashboard/payment/:myOrderId', order.id)}
            className={order.paysInCash ? 'button-outline' : 'button'}
          >
            {isCashLeft ? 'Ask to pay in cash' : 'Pay'}
            <span className="sr-only"> for {order.book.title}</span>
          </Link>
        )}
      </RowPart>
      <RowPart is="state" inRowsAlone>
        {order.hasProblem ? (
          <Badge kind="warn">Problem open</Badge>
        ) : (
          <>
            <Badge kind="warn">{order.state === 'agreed' ? 'Cash agreed' : 'Reserved'}</Badge>
            <span className="block text-ink-2">{untilWords(due)}</span>
          </>
        )}
      </RowPart>
      <RowPart is="rest" className="text-sm">
        <p className="mt-1 text-ink-2">
          {order.hasProblem ? (
            'Problem open'
          ) : (
            <>
              {order.state === 'agreed' ? 'Cash when you meet, reserved' : 'Reserved'} until <Deadline at={due} />
            </>
          )}
        </p>
        {order.paysInCash && order.state === 'claimed' && (
          <p className="text-ink-2">You asked to pay in cash. The seller hasn’t answered yet.</p>
        )}
        <p className="empty:hidden">
          <OtherSideNotice order={order} other="seller" />
        </p>
        {order.book.seller.email && <Meet order={order} />}
        {!isCashAlone && <OrderLink order={order} />}
        <CancelOrder order={order} onCancelled={onCancelled} />
      </RowPart>
    </>
  )
}

function OrderLink({ order }: { order: Order }) {
  const { to, label } = linkOf(order)
  return (
    <Link to={to} className="link touchable block py-1 text-sm">
      {label}
      <span className="sr-only">: {order.book.title}</span>
    </Link>
  )
}

function linkOf({ id, hasProblem, hasFailedRefund, handOverCode, isSellerClosed, isSellerSuspended }: Order) {
  if (hasFailedRefund) return { to: orderPage(id, 'refunds'), label: 'See how you get the money' }
  const to = href('/dashboard/orders/:orderId', id)
  if (hasProblem) return { to, label: 'See the problem' }
  const isToShow = handOverCode !== undefined && !isSellerClosed && !isSellerSuspended
  return { to, label: isToShow ? 'Show the code' : 'See the order' }
}

/** Seller's name, contacts and meeting place. */
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
