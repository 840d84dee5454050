import { timeTransition } from '#contract/orders/order-life.ts'
import { unlessRefused } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { finishHandOver } from './hand-over.ts'
import { moveOrder } from './order-changes.sql.ts'
import { isTimeUp } from './orders.rules.ts'
import { findOrder, lockOrder } from './orders.sql.ts'
import { remindOfProblem } from './problems/remind-of-problem.ts'
import { releaseOrder } from './release-order.ts'

type TimeServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'>

/**
 * Makes the timed step that is due: an unpaid order expires, a paid one without confirmation counts as handed over, and
 * a handed-over one is done. Where a problem stops the clock, reminds of it instead. Does nothing where no step is due,
 * so jobs and the sweep may call it any number of times.
 */
export async function takeTimeStep(services: TimeServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order?.dueAt || order.dueAt > services.clock.now()) return
  if (order.secondsLeft !== null) return remindOfProblem(services, orderId)
  if (!isTimeUp(order, services.clock.now())) return
  const transition = timeTransition(order.state)
  const by = { as: 'time' as const }
  // A refusal means that it was paid or cancelled in the meantime.
  if (transition === 'time_expires')
    return unlessRefused((may) => releaseOrder({ ...services, ...may }, orderId, transition, { by }))
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    // The order moved on, or a problem or a dispute stopped it, in the meantime.
    if (!transition || locked?.state !== order.state || !isTimeUp(locked, services.clock.now())) return
    if (transition === 'time_hands_over') return finishHandOver(services, tx, locked, transition, by)
    await moveOrder(tx, locked, transition, { by, now: services.clock.now() })
  })
}
