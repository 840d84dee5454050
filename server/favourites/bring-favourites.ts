import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { countFavourites, dropGoneFavourites, insertFavourites } from './favourites.sql.ts'

/**
 * Takes over what a browser kept before its owner signed in, the first as the latest. Refuses nothing: what can't be
 * seen is left out, and so is what has no room, since no button was pressed. Called twice, it is the same.
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
