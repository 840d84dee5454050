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
 * Time makes the step that is due: an unpaid order expires, a paid one that nobody confirmed counts as handed over, and
 * one that was handed over is done. Where a problem stops the clock, somebody is reminded of it instead. Does nothing where no step is due (any more); so it may be called as often as jobs
 * and the sweep like to.
 */
export async function takeTimeStep(services: TimeServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order?.dueAt || order.dueAt > services.clock.now()) return
  if (order.secondsLeft !== null) return remindOfProblem(services, orderId)
  const transition = timeTransition(order.state)
  const by = { as: 'time' as const }
  // Paid or cancelled in the meantime: there is nothing left to expire.
  if (transition === 'time_expires')
    return unlessRefused((may) => releaseOrder({ ...services, ...may }, orderId, transition, { by }))
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    // Handed over, or stopped by a problem, in the meantime.
    if (!transition || locked?.state !== order.state || !isTimeUp(locked, services.clock.now())) return
    if (transition === 'time_hands_over') return finishHandOver(services, tx, locked, transition, by)
    await moveOrder(tx, locked, transition, { by, now: services.clock.now() })
  })
}
