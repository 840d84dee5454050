import { useEffect, useRef, useState } from 'react'
import { orderPlaces } from '#contract/orders/order-places.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { BuyersStep } from './buyers-step.tsx'
import { ClubsStep } from './clubs-step.tsx'
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
