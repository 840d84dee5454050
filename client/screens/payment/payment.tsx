import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getOrder, type Order } from '#contract/orders.ts'
import { CancelOrder } from '#client/orders/cancel-order.tsx'
import { Deadline, LastCall, useTimeLeft } from '#client/orders/deadline.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeleton, Skeletons } from '#client/ui/skeleton.tsx'
import { call } from '#client/api/call.ts'
import { isWorthRepeating } from '#client/api/problem-error.ts'
import { useAccount } from '#client/session/use-account.ts'
import { CardPayment } from './card-payment.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { OrderSummary } from './order-summary.tsx'
import { Receipt } from './receipt.tsx'

const SOONEST_LOOK_MS = 2000
const LATEST_LOOK_MS = 3_600_000

/** One order's way to be paid. It goes by the order: whoever bought it pays, whatever their role is now. */
export default function Payment() {
  const { myOrderId = '' } = useParams()
  const order = useQuery({
    queryKey: ['my-orders', 'one', myOrderId],
    queryFn: ({ signal }) => call(getOrder, { params: { id: myOrderId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'claimed' ? nextLook(data.payBy) : false),
  })
  return (
    <>
      {/* One heading before and after the order is here: the focus came to it with the navigation. */}
      <h1 className={order.data ? 'not-printed mb-6' : 'mb-6'}>
        Payment
        {order.data && (
          <>
            {' '}
            (<bdi>{order.data.book.title}</bdi>)
          </>
        )}
      </h1>
      {order.data ? (
        <OrderPayment key={order.data.id} order={order.data} />
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
  const { isBuyer } = useAccount()
  if (isWorthRepeating(error)) return <Retry error={error} onRetry={onRetry} />
  return (
    <EmptyState words="You have no such order.">
      <Link to={isBuyer ? '/dashboard/my-orders' : '/dashboard'} className="button">
        {isBuyer ? 'Go to My Orders' : 'Go to the dashboard'}
      </Link>
    </EmptyState>
  )
}

/** When the claim ends, and then until the server, which goes by its own clock, says so. */
function nextLook(payBy: Date): number {
  return Math.min(Math.max(payBy.getTime() - Date.now(), SOONEST_LOOK_MS), LATEST_LOOK_MS)
}

function OrderPayment({ order }: { order: Order }) {
  const title = `Payment (${order.book.title})`
  useDocumentTitle(title)
  const [firstState] = useState(order.state)
  const { state } = order
  const justNow = firstState !== state
  const isMine = useAccount().email === order.email

  return (
    <>
      {state === 'claimed' ? (
        <OpenOrder order={order} isMine={isMine} />
      ) : (
        <TwoSheets>
          {/* What became of it comes first in reading, and beside the sheet where there is room. */}
          <div className="lg:order-last">
            <OrderOutcome order={order} state={state} isMine={isMine} justNow={justNow} />
          </div>
          {state === 'paid' && isMine ? (
            <Receipt order={order} justNow={justNow} />
          ) : (
            <OrderSummary order={order} isMine={isMine} />
          )}
        </TwoSheets>
      )}
    </>
  )
}

/** The copy is held, and waits for the card. */
function OpenOrder({ order, isMine }: { order: Order; isMine: boolean }) {
  const isOver = useTimeLeft(order.payBy) === 0
  const queryClient = useQueryClient()
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['my-orders'] })
  return (
    <>
      <div className="mb-6 border-s-4 border-warn bg-sunk px-4 py-3">
        {!isOver && isMine && <p className="font-semibold">Order placed. Pay to confirm it.</p>}
        <p>
          {isOver ? (
            'The time to pay for this order is over. This copy is no longer reserved.'
          ) : (
            <>
              Reserved for {isMine ? 'you' : <bdi>{order.name}</bdi>} until <Deadline at={order.payBy} />.
            </>
          )}
        </p>
        {isMine && <LastCall at={order.payBy} />}
      </div>
      <TwoSheets>
        <OrderSummary order={order} isMine={isMine} />
        {isMine ? (
          <CardPayment order={order} isOver={isOver} />
        ) : (
          <p className="p-3">Only the buyer can pay for this order.</p>
        )}
      </TwoSheets>
      {isMine && !isOver && (
        <div className="mt-6">
          <CancelOrder order={order} onCancelled={readAgain} onRefused={readAgain} />
        </div>
      )}
    </>
  )
}

function TwoSheets({ children }: { children: React.ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 print:block">{children}</div>
}

/** The order's name is known only here; the route's own title stands until then. */
function useDocumentTitle(title: string) {
  const { name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
