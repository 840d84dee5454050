import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { confirmOrder, findLiveOrder } from './orders.sql.ts'

/**
 * Confirms a buyer's claim; the copy was theirs already. Refuses buyers without a claim on it. Called twice, it
 * modifies nothing the second time.
 */
export async function confirmClaim(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  buyerId: string,
  bookId: string,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const order = await findLiveOrder(services.db, bookId, buyerId)
  if (!order) return services.refuse('not_found', 'You haven’t reserved this book.')
  return { matchedCount: 1, modifiedCount: await confirmOrder(services.db, order.id, services.clock.now()) }
}
