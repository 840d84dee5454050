import { AsyncLocalStorage } from 'node:async_hooks'

/** What answering one request may still take of the database. */
interface Budget {
  /** Of each statement, at most. */
  statementMs: number
  /** By `performance.now`: later than that nothing is asked any more. */
  until: number
}

/** The database took longer over a request than that may take, and what was left of it was ended. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent'
  override message = 'This took longer than it may'
}

const budgets = new AsyncLocalStorage<Budget>()

/** Does work of which the database's part is ended after so many milliseconds: its statements reject with BudgetSpent. */
export const withinBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  budgets.run({ statementMs: ms, until: performance.now() + ms }, work)

/** Of the request that is being answered; undefined where nothing limits it. */
export const presentBudget = (): Budget | undefined => budgets.getStore()

/** What was found, or null where there was no time for it. */
export async function unlessSpent<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof BudgetSpent) return null
    throw error
  }
}
