import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { countFavourites, dropGoneFavourites, insertFavourites } from './favourites.sql.ts'

/**
 * Adds a browser's favourites from before sign-in, the first as the latest. Refuses nothing: invisible books, and those
 * over the limit, are left out. Safe to repeat.
 */
export async function bringFavourites(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
  bookIds: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, accountId)
    await dropGoneFavourites(tx, accountId)
    const room = MOST_FAVOURITES - (await countFavourites(tx, accountId))
    await insertFavourites(tx, accountId, [...new Set(bookIds)].slice(0, Math.max(0, room)), clock.now())
  })
}
