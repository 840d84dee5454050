import { nextOrderState, type OrderState } from './order-life.ts'
import type { ProblemDecision } from './problem-decisions.ts'
import type { OrderProblem } from './problems.ts'

/* What may be done about a problem with an order: 'yes', or the code of the refusal. */

/** For either side of the order. */
export function mayOpenProblem(order: {
  state: OrderState
  hasProblem: boolean
}): 'yes' | 'order_not_open' | 'problem_open' {
  if (nextOrderState(order.state, 'either_opens_problem') === null) return 'order_not_open'
  return order.hasProblem ? 'problem_open' : 'yes'
}

type Known = Pick<OrderProblem, 'openedBy' | 'endedAt'>

/** For either side, and for an admin. */
export const mayAnswer = ({ endedAt }: Known): 'yes' | 'problem_changed' => (endedAt ? 'problem_changed' : 'yes')

/** To say that it is settled is the doing of who opened it. */
export function maySettle(side: 'buyer' | 'seller' | 'club', problem: Known): 'yes' | 'not_found' | 'problem_changed' {
  return side === problem.openedBy ? mayAnswer(problem) : 'not_found'
}

/** What an admin can decide where the order is: before anything is paid nothing can go back. */
export const decisionsFor = (state: OrderState): readonly ProblemDecision[] =>
  nextOrderState(state, 'admin_refunds') === null ? ['nothing'] : ['nothing', 'part', 'all']
