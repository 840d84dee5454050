import type { Order } from '#contract/orders/orders.ts'
import type { ProblemEntry } from '#contract/orders/problems.ts'

/** Who wrote something, for its reader. */
export const writerWords = (by: ProblemEntry['by'], side: Order['side']): string => (by === side ? 'You' : `The ${by}`)
