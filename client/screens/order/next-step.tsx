import { useEffect, useRef, useState } from 'react'
import { isLiveState } from '#contract/orders/order-life.ts'
import { orderPlaces } from '#contract/orders/order-places.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { mayRefundAsAdmin } from '#contract/orders/orders.policy.ts'
import { failedOf } from '#contract/orders/refunds.ts'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { BuyersStep } from './buyers-step.tsx'
import { RefundOrder } from './refund-order.tsx'
import { SellersStep } from './sellers-step.tsx'
import { stepTitle } from './step-words.ts'

/** What the reader can do about the order now, or what it waits for. */
export function NextStep({ order }: { order: OrderWithTimeline }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = stepTitle(order)
  const [first] = useState(title)
  useEffect(() => {
    // The pressed button has left with the step that it made.
    if (title !== first) heading.current?.focus()
  }, [title, first])
  return (
    <section aria-labelledby={orderPlaces.step} className="sheet grid content-start gap-4 p-5 sm:p-6">
      <h2 id={orderPlaces.step} ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h2>
      {order.side !== 'club' && (
        <p className="empty:hidden">
          <OtherSideNotice order={order} other={order.side === 'buyer' ? 'seller' : 'buyer'} />
        </p>
      )}
      {order.side === 'buyer' && <BuyersStep order={order} />}
      {order.side === 'seller' && <SellersStep order={order} />}
      {order.side === 'club' && <ClubsStep order={order} />}
    </section>
  )
}

function ClubsStep({ order }: { order: OrderWithTimeline }) {
  return mayRefundAsAdmin(order) === 'yes' ? (
    <RefundOrder key={order.refundable} order={order} />
  ) : (
    <p>
      {order.hasProblem
        ? 'Read what both wrote, then decide below.'
        : failedOf(order.refunds) > 0
          ? 'A refund failed. Give it to the buyer another way, then note it below.'
          : isLiveState(order.state)
            ? 'Only the buyer and the seller can act on this order.'
            : 'Nothing is left to do.'}
    </p>
  )
}
