import type { Order } from '#contract/orders/orders.ts'
import type { ProblemEntry } from '#contract/orders/problems.ts'

/** Author of an entry, as its reader calls them. */
export const writerWords = (by: ProblemEntry['by'], side: Order['side']): string => (by === side ? 'You' : `The ${by}`)
