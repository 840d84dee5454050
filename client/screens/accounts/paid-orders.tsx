import type { ListedAccount } from '#contract/accounts/accounts.ts'
import { listPaidOrders, type PaidOrder } from '#contract/orders/paid-orders.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const MOST = 10

/** Paid and unfinished orders of an account; no request where it has no sales or purchases. */
export function usePaidOrders(account: ListedAccount) {
  const { sales, purchases } = account.stats
  return useFirstPage(
    listPaidOrders,
    { params: { id: account.id }, query: { limit: MOST } },
    { enabled: sales + purchases > 0, staleTime: 0 },
  )
}

/** Other sides of paid and unfinished orders, whom the closing of an account affects. */
export function PaidOrders({ orders }: { orders: ReturnType<typeof usePaidOrders> }) {
  if (!orders.isEnabled || orders.data?.items.length === 0) return null
  if (orders.isPending) return <Skeleton className="h-24" />
  return (
    <section aria-label="Paid orders that aren’t over" className="border-s-4 border-warn bg-sunk px-4 py-3">
      <p className="font-semibold">Paid, and not over yet. Make sure that nobody is left without their book:</p>
      {orders.isError && <Retry error={orders.error} onRetry={() => void orders.refetch()} />}
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
      {otherName === null ? 'someone whose account is closed' : <bdi>{otherName}</bdi>},{' '}
      {state === 'paid' ? 'paid' : 'handed over'} <TimeAgo date={since} />
    </>
  )
}
