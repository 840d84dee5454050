import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { getOrder, type Order } from '#contract/orders.ts'
import { EmptyShelf } from '#client/parts/empty-shelf.tsx'
import { Retry } from '#client/parts/retry.tsx'
import { titled, useSite } from '#client/parts/site.ts'
import { Skeletons } from '#client/parts/skeleton.tsx'
import { call } from '#client/server-calls/call.ts'
import { isWorthRepeating } from '#client/server-calls/problem-error.ts'
import { useSession } from '#client/session/session.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { CardPayment } from './card-payment.tsx'
import { HeldUntil, useHasPassed } from './hold.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { OrderSummary } from './order-summary.tsx'

export const meta = titled('Payment', { noIndex: true })

const SOONEST_LOOK_MS = 2000
const LATEST_LOOK_MS = 3_600_000

/** One order's way to be paid. It goes by the order: whoever bought it pays, whatever their role is now. */
export default function PaymentScreen() {
  return (
    <SignedIn>
      <Payment />
    </SignedIn>
  )
}

function Payment() {
  const { myOrderId = '' } = useParams()
  const order = useQuery({
    queryKey: ['my-orders', 'one', myOrderId],
    queryFn: ({ signal }) => call(getOrder, { params: { id: myOrderId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'claimed' ? nextLook(data.payBy) : false),
  })
  if (order.data) return <OrderPayment key={order.data.id} order={order.data} />
  return (
    <>
      <h1 className="mb-6">Payment</h1>
      {order.isError ? (
        <OrderFailure error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Skeletons count={1} className="h-96" label="Loading the order" />
      )}
    </>
  )
}

function OrderFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isWorthRepeating(error)) return <Retry error={error} onRetry={onRetry} />
  return (
    <EmptyShelf words="There is no such order among yours.">
      <Link to="/dashboard/my-orders" className="button">
        Go to My Orders
      </Link>
    </EmptyShelf>
  )
}

/** When the hold ends, and then until the server, which goes by its own clock, says so. */
function nextLook(payBy: Date): number {
  return Math.min(Math.max(payBy.getTime() - Date.now(), SOONEST_LOOK_MS), LATEST_LOOK_MS)
}

function OrderPayment({ order }: { order: Order }) {
  const session = useSession()
  const title = `Payment (${order.book.title})`
  useDocumentTitle(title)
  const isOver = useHasPassed(order.payBy)
  const [firstState] = useState(order.state)
  const { state } = order
  const isMine = session.state === 'signed-in' && session.account.email === order.email

  return (
    <>
      <h1 className="mb-2">{title}</h1>
      <p className="mb-6 text-ink-2">
        {state === 'claimed' && !isOver && (
          <>
            This copy is held for you until <HeldUntil payBy={order.payBy} />.
          </>
        )}
        {state === 'claimed' &&
          isOver &&
          'The time to pay for this order is over. Nobody holds this copy for you any more.'}
      </p>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <OrderSummary order={order} />
        {state !== 'claimed' && <OrderOutcome order={order} state={state} justNow={firstState !== state} />}
        {state === 'claimed' && isMine && <CardPayment order={order} isOver={isOver} />}
        {state === 'claimed' && !isMine && <p className="p-3">Only the buyer can pay for this order.</p>}
      </div>
      {state === 'claimed' && isMine && !isOver && <CancelOrder order={order} />}
    </>
  )
}

/** The order's name is known only here; the route's own title stands until then. */
function useDocumentTitle(title: string) {
  const { name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
