import { useQuery } from '@tanstack/react-query'
import type { ListedAccount } from '#contract/accounts/accounts.ts'
import { listPaidOrders, type PaidOrder } from '#contract/orders/paid-orders.ts'
import { callPage } from '#client/api/call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const MOST = 10

/** Whom the closing of an account concerns beside its owner: the other side of each paid order. */
export function PaidOrders({ account }: { account: ListedAccount }) {
  const { sales, purchases } = account.stats
  const count = sales + purchases
  const orders = useQuery({
    queryKey: ['paid-orders', account.id],
    queryFn: ({ signal }) =>
      callPage(listPaidOrders, { params: { id: account.id }, query: { limit: MOST } }, { signal }),
    enabled: count > 0,
    staleTime: 0,
  })
  if (count === 0) return null
  return (
    <section aria-label="Paid orders" className="border-s-4 border-warn bg-sunk px-4 py-3">
      <p className="font-semibold">
        {count === 1 ? 'One order is paid' : `${count} orders are paid`}. Make sure the book was handed over:
      </p>
      {orders.isError && <Retry error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isPending && <Skeleton className="mt-2 h-12" />}
      {orders.data && (
        <ul className="mt-1 list-disc ps-5">
          {orders.data.items.map((order) => (
            <li key={order.id} className="wrap-anywhere">
              <PaidOrderLine order={order} />
            </li>
          ))}
          {orders.data.next !== null && <li>and {count - orders.data.items.length} more</li>}
        </ul>
      )}
    </section>
  )
}

function PaidOrderLine({ order: { title, side, otherName, paidAt } }: { order: PaidOrder }) {
  return (
    <>
      <bdi>“{title}”</bdi>, {side === 'seller' ? 'bought by' : 'sold by'}{' '}
      {otherName === null ? 'somebody whose account is closed' : <bdi>{otherName}</bdi>}, paid <TimeAgo date={paidAt} />
    </>
  )
}
