import { setListingsPaused } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { settlePaused } from './books.public.ts'

/**
 * Hides all that a seller offers, or shows it again: for a holiday. What is listed meanwhile is hidden as well; claims
 * and orders go on, and what comes back from them is hidden until then. Gives how many listings changed. Called twice,
 * it changes nothing the second time.
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
