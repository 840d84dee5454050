import type { Services } from '#server/services.ts'
import { clearPastReductions } from './book-prices.sql.ts'

/**
 * Two weeks after a price was lowered, the listing no longer says what the copy cost before. A write, so that pages in
 * memory know of it. Called twice, it changes nothing the second time.
 */
export async function endReductions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await clearPastReductions(db, clock.now())
}
