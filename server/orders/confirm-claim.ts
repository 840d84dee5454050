import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { confirmOrder, findLiveOrder } from './orders.sql.ts'

/**
 * The buyer's second word on a claim. It changes nothing about who has the copy: the claim did that. Refuses when
 * this buyer has no claim on it. Called twice, it modifies nothing the second time.
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
