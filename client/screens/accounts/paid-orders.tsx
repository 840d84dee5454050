import { useQuery } from '@tanstack/react-query'
import type { ListedAccount } from '#contract/accounts/accounts.ts'
import { listPaidOrders, type PaidOrder } from '#contract/orders/paid-orders.ts'
import { callPage } from '#client/api/call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const MOST = 10

/** Whom the closing of an account concerns beside its owner: the other side of each order that is paid and not over. */
export function PaidOrders({ account }: { account: ListedAccount }) {
  const hasPaidOnes = account.stats.sales + account.stats.purchases > 0
  const orders = useQuery({
    queryKey: ['paid-orders', account.id],
    queryFn: ({ signal }) =>
      callPage(listPaidOrders, { params: { id: account.id }, query: { limit: MOST } }, { signal }),
    enabled: hasPaidOnes,
    staleTime: 0,
  })
  if (!hasPaidOnes || orders.data?.items.length === 0) return null
  return (
    <section aria-label="Paid orders that aren’t over" className="border-s-4 border-warn bg-sunk px-4 py-3">
      <p className="font-semibold">Paid, and not over yet. Make sure that nobody is left without their book:</p>
      {orders.isError && <Retry error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isPending && <Skeleton className="mt-2 h-12" />}
      {orders.data && (
        <ul className="mt-1 list-disc ps-5">
          {orders.data.items.map((order) => (
            <li key={order.id} className="wrap-anywhere">
              <PaidOrderLine order={order} />
            </li>
          ))}
          {orders.data.next !== null && <li>and more</li>}
        </ul>
      )}
    </section>
  )
}

function PaidOrderLine({ order: { title, side, otherName, state, since } }: { order: PaidOrder }) {
  return (
    <>
      <bdi>“{title}”</bdi>, {side === 'seller' ? 'bought by' : 'sold by'}{' '}
      {otherName === null ? 'somebody whose account is closed' : <bdi>{otherName}</bdi>},{' '}
      {state === 'paid' ? 'paid' : 'handed over'} <TimeAgo date={since} />
    </>
  )
}
