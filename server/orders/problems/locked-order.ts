import type { Refuses } from '#contract/problems.ts'
import type { Tx } from '#server/database/schema.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { findProblem, type ProblemRow } from './problems.sql.ts'

type Asking = { id: string; role: string }
export type ProblemAuthor = 'buyer' | 'seller' | 'admin'

/** Role of an account in an order's problem: an admin who is a side counts as that side. Null for a stranger. */
export function authorOf(
  { buyerId, sellerId }: Pick<OrderRow, 'buyerId' | 'sellerId'>,
  asking: Asking,
): ProblemAuthor | null {
  if (asking.id === buyerId) return 'buyer'
  if (asking.id === sellerId) return 'seller'
  return asking.role === 'admin' ? 'admin' : null
}

/**
 * Locks a problem's order and returns both, so that answers, timed steps and decisions run one after another. Not found
 * for strangers.
 */
export async function lockProblem(
  may: Refuses<'not_found'>,
  tx: Tx,
  asking: Asking,
  id: string,
): Promise<{ problem: ProblemRow; order: OrderRow; author: ProblemAuthor }> {
  const seen = await findProblem(tx, id)
  const order = seen && (await lockOrder(tx, seen.orderId))
  const problem = order && (await findProblem(tx, id))
  const author = order && authorOf(order, asking)
  return order && problem && author
    ? { problem, order, author }
    : may.refuse('not_found', 'That problem isn’t about one of your orders.')
}
