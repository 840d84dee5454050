import type { Services } from '#server/services.ts'
import { clearPastReductions } from './book-prices.sql.ts'

/**
 * Ends reductions after two weeks: the listing stops showing the former price. It writes, so that the page cache
 * notices. Called twice, it changes nothing the second time.
 */
export async function endReductions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await clearPastReductions(db, clock.now())
}
