import { useEffect, useRef, useState } from 'react'
import { orderPlaces } from '#contract/orders/order-places.ts'
import type { OrderWithTimeline, Order } from '#contract/orders/orders.ts'
import type { OrderState } from '#contract/orders/order-life.ts'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { BuyersStep } from './buyers-step.tsx'
import { waitsForBank } from './disputed-words.tsx'
import { ClubsStep } from './clubs-step.tsx'
import { SellersStep } from './sellers-step.tsx'

const titles: Record<OrderState, string | Record<Order['side'], string>> = {
  claimed: { buyer: 'Reserved for you', seller: 'Waiting for the payment', club: 'Waiting for the payment' },
  agreed: {
    buyer: 'Meet and pay in cash',
    seller: 'Meet and get paid in cash',
    club: 'Cash accepted, not handed over yet',
  },
  paid: {
    buyer: 'Paid: meet and take the book',
    seller: 'Paid: meet and hand the book over',
    club: 'Paid, not handed over yet',
  },
  handed_over: { buyer: 'You have the book', seller: 'Handed over', club: 'Handed over' },
  done: 'Done',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
}
const cashAsked: Record<Order['side'], string> = {
  buyer: 'Waiting for the seller',
  seller: 'Cash when you meet?',
  club: 'Waiting for the seller to accept cash',
}

type StepFacts = Pick<Order, 'state' | 'side' | 'paysInCash' | 'hasProblem' | 'isDisputed' | 'isPaymentProcessing'>

/** Title of an order's step, for its reader. */
function stepTitle({ state, side, paysInCash, hasProblem, isDisputed, isPaymentProcessing }: StepFacts): string {
  if (hasProblem) return 'On hold: problem reported'
  if (isPaymentProcessing) return 'The payment is on its way'
  if (waitsForBank({ state, isDisputed })) return 'Waiting for the card’s bank'
  if (state === 'claimed' && paysInCash) return cashAsked[side]
  const title = titles[state]
  return typeof title === 'string' ? title : title[side]
}

/** Next step of the reader, or what the order waits for. */
export function NextStep({ order }: { order: OrderWithTimeline }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = stepTitle(order)
  const [first] = useState(title)
  useEffect(() => {
    // Focus management: the pressed button has unmounted with its step.
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
