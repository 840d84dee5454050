import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { href } from '#contract/href.ts'
import { isLiveState } from '#contract/orders/order-life.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { OneOrder, TwoSheets } from '#client/orders/one-order.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useFocusOnFragment } from '#client/ui/use-focus-on-fragment.ts'
import { NextStep } from './next-step.tsx'
import { OrderFacts } from './order-facts.tsx'
import { Disputes } from './disputes.tsx'
import { Refunds } from './refunds.tsx'
import { Problems } from './problem/problems.tsx'
import { useOrderRecord } from './record/use-order-record.ts'
import { Timeline } from './timeline.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'

const OrderRecord = lazyPart(() => import('./record/order-record.tsx'))

/** Polling interval, because the other side acts on its own screen. */
const POLL_MS = 20_000

/** Order screen for both sides and the club: next step, contacts and timeline. */
export default function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <OneOrder id={orderId} heading="Order" pollInterval={({ state }) => (isLiveState(state) ? POLL_MS : false)}>
      {(order) => <Sheets key={order.id} order={order} />}
    </OneOrder>
  )
}

function Sheets({ order }: { order: OrderWithTimeline }) {
  const isAdmin = useAccount().role === 'admin'
  const record = useOrderRecord(order, isAdmin)
  useFocusOnFragment(true)
  return (
    <>
      {isAdmin && (
        <p className="-mt-3 mb-4 text-sm">
          <Link to={href('/dashboard/orders')} className="touchable inline-block py-1">
            All orders
          </Link>
        </p>
      )}
      <TwoSheets>
        <div className="grid grid-cols-1 gap-6">
          <NextStep order={order} />
          <Disputes order={order} />
          <Refunds order={order} />
          <Problems order={order} />
          <Timeline events={order.timeline} side={order.side} acts={record.data?.acts} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <OrderFacts order={order} />
          {isAdmin && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <OrderRecord order={order} record={record} />
            </Suspense>
          )}
        </div>
      </TwoSheets>
    </>
  )
}
