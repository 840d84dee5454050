import type { Tx } from '#server/database/schema.ts'
import { deleteFavouritesUntil } from './favourites.sql.ts'

/** Deletes an account's favourites from before a moment: it has another owner now, or was closed (`infinity`). */
export async function forgetFavourites(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await deleteFavouritesUntil(tx, accountId, until)
}
