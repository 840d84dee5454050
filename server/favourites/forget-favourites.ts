import type { Tx } from '#server/database/schema.ts'
import { deleteFavouritesUntil } from './favourites.sql.ts'

/** Forgets what an account kept as favourites until a moment: it is somebody else's now, or was closed (`infinity`). */
export async function forgetFavourites(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await deleteFavouritesUntil(tx, accountId, until)
}
