import { useState } from 'react'
import { orderPlaces } from '#contract/orders/order-places.ts'
import { mayOpenProblem } from '#contract/orders/problems.policy.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { NextTask } from '#client/tasks/next-task.tsx'
import { OpenProblem } from './open-problem.tsx'
import { EndedProblem, PresentProblem } from './one-problem.tsx'

/** Problems of an order, and the form to report a problem; nothing where neither applies. */
export function Problems({ order }: { order: OrderWithTimeline }) {
  const { problems, side, hasProblem } = order
  const [wasOpen] = useState(hasProblem)
  const mayOpen = side !== 'club' && mayOpenProblem(order) === 'yes'
  if (problems.length === 0 && !mayOpen) return null
  return (
    <section aria-labelledby={orderPlaces.problems} className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6">
      <h2 id={orderPlaces.problems} className="text-2xl">
        {hasProblem ? 'Problem with this order' : problems.length > 0 ? 'Problems' : 'Is something wrong?'}
      </h2>
      {problems.map((problem) =>
        problem.endedAt ? (
          <EndedProblem key={problem.id} order={order} problem={problem} />
        ) : (
          <PresentProblem key={problem.id} order={order} problem={problem} />
        ),
      )}
      {mayOpen && <OpenProblem order={order} />}
      {side === 'club' && wasOpen && !hasProblem && <NextTask />}
    </section>
  )
}
