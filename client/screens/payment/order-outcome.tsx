import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/wording.ts'
import type { OrderState } from '#contract/order-life.ts'
import type { Order } from '#contract/orders.ts'

interface Words {
  stamp: string
  title: string
  text: (order: Order) => string
  next: (order: Order) => { to: string; label: string }
}

const toOrders = () => ({ to: '/dashboard/my-orders', label: 'Go to My Orders' })
const toBook = (order: Order) => ({ to: `/advertise/${order.book.id}`, label: 'Look at the book again' })

const words: Record<Exclude<OrderState, 'claimed'>, Words> = {
  paid: {
    stamp: 'Paid',
    title: 'Thank you, this book is yours',
    text: ({ book }) =>
      `You paid ${formatMoney(book.resalePrice)} by card. ${book.seller.name} has been told and expects to hear from you: agree on a time, meet, and take the book home.`,
    next: toOrders,
  },
  cancelled: {
    stamp: 'Cancelled',
    title: 'This order was cancelled',
    text: () => 'Nothing was charged, and the book is back on the shelf.',
    next: toBook,
  },
  expired: {
    stamp: 'Lapsed',
    title: 'The time to pay is over',
    text: () =>
      'The order has lapsed because it was not paid in time. Nothing was charged, and the book is back on the shelf.',
    next: toBook,
  },
  refunded: {
    stamp: 'Refunded',
    title: 'This payment was refunded',
    text: ({ book }) =>
      `The whole amount, ${formatMoney(book.resalePrice)}, goes back to your card. That can take a few days.`,
    next: toOrders,
  },
}

/** An order that needs no payment (any more), and what to do next. `justNow`: it became so while the screen was open. */
export function OrderOutcome({
  order,
  state,
  justNow,
}: {
  order: Order
  state: Exclude<OrderState, 'claimed'>
  justNow: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])

  const { stamp, title, text, next } = words[state]
  const { to, label } = next(order)
  return (
    <section aria-label="Outcome" className="sheet grid content-start justify-items-start gap-4 p-5 sm:p-6">
      <p className={`stamp text-lg ${state === 'paid' ? 'text-ok' : ''}`}>{stamp}</p>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      <p>{text(order)}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={to} className="button">
          {label}
        </Link>
        <Link to="/all-products" className="button-outline">
          Find another book
        </Link>
      </div>
    </section>
  )
}
