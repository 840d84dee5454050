import { setListingsPaused } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { settlePaused } from './books.public.ts'

/**
 * Pauses all of a seller's listings, or resumes them: for a holiday. New listings are hidden as well; orders go on, and
 * released copies stay hidden until then. Returns the number of changed listings. Called twice, it changes nothing the
 * second time.
 */
export async function pauseListings(
  { db }: Pick<Services, 'db'>,
  sellerId: string,
  isPaused: boolean,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    await setListingsPaused(tx, sellerId, isPaused)
    return settlePaused(tx, sellerId)
  })
}
