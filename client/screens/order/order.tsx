import { useParams } from 'react-router'
import { isLiveState } from '#contract/orders/order-life.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { OneOrder, TwoSheets } from '#client/orders/one-order.tsx'
import { NextStep } from './next-step.tsx'
import { OrderFacts } from './order-facts.tsx'
import { Refunds } from './refunds.tsx'
import { Problems } from './problem/problems.tsx'
import { Timeline } from './timeline.tsx'

/** The other side acts on its own screen. */
const LOOK_AGAIN_MS = 20_000

/** One order for both its sides and the club: what comes next, whom to meet, and what happened so far. */
export default function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <OneOrder id={orderId} heading="Order" nextLook={({ state }) => (isLiveState(state) ? LOOK_AGAIN_MS : false)}>
      {(order) => <Sheets key={order.id} order={order} />}
    </OneOrder>
  )
}

function Sheets({ order }: { order: OrderWithTimeline }) {
  return (
    <TwoSheets>
      <div className="grid grid-cols-1 gap-6">
        <NextStep order={order} />
        <Refunds order={order} />
        <Problems order={order} />
        <Timeline events={order.timeline} />
      </div>
      <OrderFacts order={order} />
    </TwoSheets>
  )
}
