import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { Order } from '#contract/orders/orders.ts'
import { TwoSheets } from '#client/orders/one-order.tsx'
import { ProcessingWords } from '#client/orders/processing-words.tsx'
import { OrderSummary } from './order-summary.tsx'

/** Order whose payment the buyer's bank is sending. */
export function PaymentOnItsWay({ order, isMine }: { order: Order; isMine: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Focus management: the pressed button has unmounted.
    heading.current?.focus()
  }, [])
  return (
    <TwoSheets>
      <section
        aria-label="Outcome"
        className="sheet grid content-start justify-items-start gap-4 p-5 sm:p-6 lg:order-last"
      >
        <p className="stamp text-lg">Reserved</p>
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          The payment is on its way
        </h2>
        <ProcessingWords order={order} />
        <Link to={href('/dashboard/orders/:orderId', order.id)} className="button">
          Go to {isMine ? 'your' : 'the'} order
        </Link>
      </section>
      <OrderSummary order={order} isMine={isMine} />
    </TwoSheets>
  )
}
