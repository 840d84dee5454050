import { useEffect, useRef, useState } from 'react'
import { orderPlaces } from '#contract/orders/order-places.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { backHow } from '#contract/orders/paid-how.ts'
import { refundReasons, type Refund } from '#contract/orders/refunds.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { FailedRefund } from './failed-refund.tsx'

/** Refunds of an order, oldest first. */
export function Refunds({ order }: { order: OrderWithTimeline }) {
  const { refunds, book, side } = order
  const heading = useRef<HTMLHeadingElement>(null)
  const [first] = useState(refunds.length)
  useEffect(() => {
    // Focus management: the refund form has unmounted.
    if (refunds.length !== first && document.activeElement === document.body) heading.current?.focus()
  }, [refunds.length, first])
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby={orderPlaces.refunds} className="sheet p-5 sm:p-6">
      <h2
        id={orderPlaces.refunds}
        ref={heading}
        tabIndex={-1}
        className="small-heading font-sans text-ink-2 outline-none"
      >
        Refunds
      </h2>
      <ul className="mt-3 grid gap-3">
        {refunds.map((refund) => (
          <li key={`${refund.at.toISOString()} ${refund.amount}`} className="border-s-3 border-rule ps-3">
            <span className="block font-semibold">
              <Money amount={{ minor: refund.amount, currency: book.resalePrice.currency }} /> refunded by{' '}
              {whoWords(refund, side)}
            </span>
            {refund.reason && <span className="block">“{refundReasons[refund.reason]}”</span>}
            <span className="block text-sm text-ink-2">
              {howFar(refund, order)} · <LocalTime date={refund.at} />
            </span>
          </li>
        ))}
      </ul>
      <FailedRefund order={order} />
    </section>
  )
}

const whoWords = ({ who }: Refund, side: OrderWithTimeline['side']) => (who === side ? 'you' : `the ${who}`)

function howFar({ isDone, isFailed, isByHand }: Refund, { paysInCash, paymentMethod }: OrderWithTimeline): string {
  if (paysInCash) return 'Refunded in cash'
  if (isFailed) return 'Failed: the card’s bank didn’t take it'
  if (isByHand) return 'Refunded by the club another way, because the card’s bank didn’t take it'
  return isDone ? `Sent ${backHow(paymentMethod)}; it can take a few days to arrive` : 'On its way to the card provider'
}
