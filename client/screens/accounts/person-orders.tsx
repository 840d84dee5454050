import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listOrders, type ListedOrder } from '#contract/orders/all-orders.ts'
import { PersonLink } from '#client/orders/person-link.tsx'
import { stateWords } from '#client/orders/state-words.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

const SHOWN = 5
const headings = { buyer: 'Orders as a buyer', seller: 'Orders as a seller' } as const
const nothing = { buyer: 'No purchases', seller: 'No sales' } as const

interface PersonOrdersProps {
  accountId: string
  side: 'buyer' | 'seller'
}

/** Latest orders of a person on one side, with a link to the rest. */
export function PersonOrders({ accountId, side }: PersonOrdersProps) {
  const orders = useFirstPage(listOrders, { query: { [side]: accountId, limit: SHOWN } }, { staleTime: 0 })
  const { data } = orders
  return (
    <section aria-labelledby={`person-${side}`}>
      <h2 id={`person-${side}`} className="mb-3">
        {headings[side]}
      </h2>
      {orders.isPending && <Skeleton className="h-20" />}
      {!data && orders.isError && <Retry error={orders.error} onRetry={() => void orders.refetch()} />}
      {data?.items.length === 0 && <p className="text-ink-2">{nothing[side]}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid border-t border-rule">
          {data.items.map((order) => (
            <OrderLine key={order.id} order={order} other={side === 'buyer' ? 'seller' : 'buyer'} />
          ))}
        </ul>
      )}
      {data?.next != null && (
        <Link
          to={`${href('/dashboard/orders')}?${side}=${accountId}`}
          className="link touchable mt-3 inline-block py-1"
        >
          All {headings[side].toLowerCase()}
        </Link>
      )}
    </section>
  )
}

function OrderLine({ order, other }: { order: ListedOrder; other: 'buyer' | 'seller' }) {
  const { id, title, state, hasProblem, amount, orderedAt } = order
  return (
    <li className="grid gap-x-4 border-b border-rule py-2 sm:grid-cols-[1fr_auto]">
      <Link
        to={href('/dashboard/orders/:orderId', id)}
        dir="auto"
        className="link touchable py-1 font-semibold wrap-anywhere"
      >
        {title}
      </Link>
      <p className="flex flex-wrap items-baseline gap-x-4 sm:justify-end">
        <Money amount={amount} />
        <span>{hasProblem ? `${stateWords[state]}, problem open` : stateWords[state]}</span>
      </p>
      <p className="text-sm text-ink-2 sm:col-span-2">
        {other === 'seller' ? 'from ' : 'by '}
        <PersonLink person={order[other]} />, <LocalTime date={orderedAt} />
      </p>
    </li>
  )
}
