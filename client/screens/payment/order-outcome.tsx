import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { formatMoney } from '#contract/wording.ts'
import { isLiveState, type OrderState } from '#contract/orders/order-life.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import { paidHow } from '#contract/orders/paid-how.ts'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { toBook, toOrders, type OnwardLink } from './onward-link.ts'
import { hasFailed, refundedWords } from './refunded-words.ts'

type OutcomeState = Exclude<OrderState, 'claimed' | 'agreed'>

interface Words {
  stamp: string
  title: (order: Order) => string
  text: (order: OrderWithTimeline) => React.ReactNode
  next: (order: OrderWithTimeline) => OnwardLink
}

const handedOver: Words = {
  stamp: 'Paid',
  title: () => 'You have the book',
  text: (order) => `You paid ${formatMoney(order.book.resalePrice)} ${paidHow(order)}, and the book was handed over.`,
  next: toOrders,
}

const words: Record<OutcomeState, Words> = {
  paid: {
    stamp: 'Paid',
    title: ({ isSellerClosed }) => (isSellerClosed ? 'You have paid for this book' : 'Thank you! This book is yours'),
    text: (order) => <PaidText order={order} />,
    next: toOrders,
  },
  handed_over: handedOver,
  done: handedOver,
  cancelled: {
    stamp: 'Cancelled',
    title: () => 'This order was cancelled',
    text: () => 'You weren’t charged.',
    next: toBook,
  },
  expired: {
    stamp: 'Expired',
    title: ({ paysInCash }) => (paysInCash ? 'The time is over' : 'The time to pay is over'),
    text: ({ paysInCash }) =>
      `${paysInCash ? 'Time was up for this order.' : 'The order expired because it wasn’t paid in time.'} You weren’t charged.`,
    next: toBook,
  },
  refunded: {
    stamp: 'Refunded',
    title: () => 'This payment was refunded',
    text: refundedWords,
    next: (order) => (hasFailed(order) ? { to: orderPage(order.id, 'refunds'), label: 'See your order' } : toOrders()),
  },
}

interface OutcomeProps {
  order: OrderWithTimeline
  isMine: boolean
  justNow: boolean
}

/** Order that needs no payment, and the next step. `justNow`: its state changed while the screen was open. */
export function OrderOutcome({ order, isMine, justNow }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])

  const { state, isPaid } = order
  if (state === 'claimed' || state === 'agreed') return null
  const { stamp, title, text, next } = words[state]
  const { to, label } = next(order)
  if (!isMine) return <OthersOrder order={order} stamp={stamp} />
  return (
    <section aria-label="Outcome" className="not-printed sheet grid content-start justify-items-start gap-4 p-5 sm:p-6">
      {/* Stamp only without a receipt, which has its own. */}
      <p className={isPaid ? 'small-heading text-ok' : `stamp text-lg ${justNow ? 'stamp-lands' : ''}`}>
        {isPaid && <span aria-hidden="true">✓ </span>}
        {stamp}
      </p>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title(order)}
      </h2>
      <p className="wrap-anywhere">{text(order)}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={to} className="button">
          {label}
        </Link>
        {isPaid && (
          <button type="button" className="button-outline" onClick={() => window.print()}>
            Print the receipt
          </button>
        )}
        <Link to={href('/all-products')} className="button-quiet">
          Find another book
        </Link>
      </div>
    </section>
  )
}

function PaidText({ order }: { order: Order }) {
  const { book, isSellerClosed } = order
  return (
    <>
      You paid {formatMoney(book.resalePrice)} {paidHow(order)}.{' '}
      {isSellerClosed ? (
        <OtherSideNotice order={order} other="seller" />
      ) : (
        <>
          We’ve told <bdi>{book.seller.name}</bdi>.{' '}
          {order.isSellerSuspended ? (
            <OtherSideNotice order={order} other="seller" />
          ) : (
            <>
              Get in touch to agree on a time and place. When you have the book, show the code on{' '}
              <Link to={href('/dashboard/orders/:orderId', order.id)} className="link">
                your order
              </Link>
              .
            </>
          )}{' '}
          We’ve emailed you the receipt.
        </>
      )}
    </>
  )
}

/** Payment screen for the seller and the admin. */
function OthersOrder({ order, stamp }: { order: Order; stamp: string }) {
  const isSeller = order.side === 'seller'
  return (
    <section aria-label="Outcome" className="sheet grid content-start justify-items-start gap-4 p-5 sm:p-6">
      <p className="stamp text-lg">{stamp}</p>
      {isSeller && (order.isBuyerClosed || order.isBuyerSuspended) && isLiveState(order.state) ? (
        <p>
          <OtherSideNotice order={order} other="buyer" />
        </p>
      ) : (
        <p>Only the buyer can act on this order.</p>
      )}
    </section>
  )
}
