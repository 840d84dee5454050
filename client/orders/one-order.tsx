import { useEffect } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { getOrder, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeleton, Skeletons } from '#client/ui/skeleton.tsx'

interface OneOrderProps {
  id: string
  /** Screen heading, above the book's title. */
  heading: string
  /** Polling interval in milliseconds; false for none. */
  pollInterval: (order: OrderWithTimeline) => number | false
  children: (order: OrderWithTimeline) => React.ReactNode
}

/** Order screen: its heading, then the order, or what to do where there is none. */
export function OneOrder({ id, heading, pollInterval, children }: OneOrderProps) {
  const order = useCall(
    getOrder,
    { params: { id } },
    {
      // Always stale: the other side may have acted meanwhile.
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data ? pollInterval(data) : false),
    },
  )
  useDocumentTitle(order.data && `${heading} (${order.data.book.title})`)
  return (
    <>
      {/* Same heading while loading and after: it has the focus since the navigation. */}
      <h1 className={order.data ? 'not-printed mb-6' : 'mb-6'}>
        {heading}
        {order.data && (
          <>
            {' '}
            (<bdi>{order.data.book.title}</bdi>)
          </>
        )}
      </h1>
      {order.data ? (
        children(order.data)
      ) : order.isError ? (
        <OrderFailure error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeletons count={1} className="h-130" label="Loading the order" />
          <Skeleton className="h-130" />
        </div>
      )}
    </>
  )
}

function OrderFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { isBuyer, role } = useAccount()
  if (isRetryable(error)) return <Retry error={error} onRetry={onRetry} />
  return (
    <EmptyState words={role === 'admin' ? 'We can’t find that order.' : 'That isn’t one of your orders.'}>
      {role === 'admin' ? (
        <Link to={href('/dashboard/orders')} className="button">
          Go to Orders
        </Link>
      ) : (
        <Link to={isBuyer ? href('/dashboard/my-orders') : href('/dashboard')} className="button">
          {isBuyer ? 'Go to My Orders' : 'Go to the dashboard'}
        </Link>
      )}
    </EmptyState>
  )
}

export function TwoSheets({ children }: { children: React.ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 print:block">{children}</div>
}

/** Document title with the order's name, which the route doesn't know. */
function useDocumentTitle(title: string | undefined) {
  const { name } = useSite()
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`
  }, [title, name])
}
