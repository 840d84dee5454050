import { sql } from 'kysely'
import {
  isLiveState,
  isPaidState,
  nextOrderState,
  orderStates,
  type OrderState,
  type OrderTransition,
} from '#contract/orders/order-life.ts'

/** SQL list of states as literals, so that partial indexes match. */
const listOf = (isIn: (state: OrderState) => boolean) =>
  sql`(${sql.join(orderStates.filter(isIn).map((state) => sql.lit(state)))})`

export const PAID_STATES = listOf(isPaidState)
/** States before any payment. */
export const UNPAID_STATES = listOf((state) => isLiveState(state) && !isPaidState(state))
/** States in which an order has its copy, over or not; same list as in the unique index per copy. */
export const STATES_HOLDING_THE_COPY = listOf((state) => isLiveState(state) || isPaidState(state))
/** States that allow a transition. */
export const statesBefore = (transition: OrderTransition) =>
  listOf((state) => nextOrderState(state, transition) !== null)
