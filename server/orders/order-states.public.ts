import { sql } from 'kysely'
import {
  isLiveState,
  isPaidState,
  nextOrderState,
  orderStates,
  type OrderState,
  type OrderTransition,
} from '#contract/orders/order-life.ts'

/** States as a list of SQL, as literals: the indexes of some of them have to be found. */
const listOf = (isIn: (state: OrderState) => boolean) =>
  sql`(${sql.join(orderStates.filter(isIn).map((state) => sql.lit(state)))})`

export const PAID_STATES = listOf(isPaidState)
/** Nothing was paid yet. */
export const UNPAID_STATES = listOf((state) => isLiveState(state) && !isPaidState(state))
/** An order in one of these has its copy, whether or not it is over: the index that allows one per copy says the same. */
export const STATES_HOLDING_THE_COPY = listOf((state) => isLiveState(state) || isPaidState(state))
/** Those in which a transition can be made. */
export const statesBefore = (transition: OrderTransition) =>
  listOf((state) => nextOrderState(state, transition) !== null)
