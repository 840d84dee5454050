import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listMyOrders, type Order } from '#contract/orders/orders.ts'
import { formatMoney } from '#contract/wording.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { callPage } from '#client/api/call.ts'
import { HowItWorks } from './how-it-works.tsx'

/** Unpaid orders of a buyer, in place of the introduction. */
export default function OpenOrders() {
  const orders = useOpenOrders()
  if (orders.length === 0) return <HowItWorks />
  return (
    <section aria-labelledby="reserved" className="sheet mx-auto w-full max-w-lg p-5">
      <h2 id="reserved" className="small-heading border-b border-ink pb-2 text-center font-sans">
        Reserved for you
      </h2>
      <ul>
        {orders.map(({ id, book, payBy }) => (
          <li key={id} className="grid gap-1 border-b border-rule py-3 last:border-0 last:pb-0">
            <span dir="auto" className="line-clamp-2 font-display text-lg leading-tight">
              {book.title}
            </span>
            <span className="text-sm text-ink-2">
              Pay by <LocalTime date={payBy} />
            </span>
            <Link to={href('/dashboard/payment/:myOrderId', id)} className="button-outline mt-1">
              Pay {formatMoney(book.resalePrice)}
              <span className="sr-only"> for {book.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Unpaid orders; empty while loading and after a failure, which My Orders reports. */
function useOpenOrders(): Order[] {
  const [orders, setOrders] = useState<Order[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    callPage(listMyOrders, { query: {} }, { signal: leaving.signal }).then(
      ({ items }) => setOrders(items.filter(({ state, paysInCash }) => state === 'claimed' && !paysInCash)),
      () => {},
    )
    return () => leaving.abort()
  }, [])
  return orders
}
