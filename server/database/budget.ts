import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time budget of a request: how long its statements may still use the database. */
interface Budget {
  /** The timeout of each statement. */
  statementMs: number
  /** Deadline by `performance.now`: later statements aren't sent. */
  until: number
}

/** Error of a request that has spent its time budget for the database. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent'
  override message = 'This took longer than it may'
}

const budgets = new AsyncLocalStorage<Budget>()

/** Runs work under a time budget for the database: after so many milliseconds its statements reject with BudgetSpent. */
export const withinBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  budgets.run({ statementMs: ms, until: performance.now() + ms }, work)

/** The budget of the current request; undefined where it has none. */
export const presentBudget = (): Budget | undefined => budgets.getStore()

/** Waits for work that others started; rejects with BudgetSpent when the present budget ends first. */
export async function whileInBudget<T>(work: Promise<T>): Promise<T> {
  const budget = presentBudget()
  if (!budget) return work
  const over = new AbortController()
  const { signal } = over
  const late = sleep(budget.until - performance.now(), undefined, { ref: false, signal }).then(() => {
    throw new BudgetSpent()
  })
  // Aborted when the work is done first.
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => over.abort())
}

/** The result of a read; null where the budget was spent. */
export async function unlessSpent<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof BudgetSpent) return null
    throw error
  }
}
