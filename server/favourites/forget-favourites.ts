import type { Tx } from '#server/database/schema.ts'
import { deleteFavouritesUntil } from './favourites.sql.ts'

/** Forgets what an account kept as favourites until a moment: it was closed, or is somebody else's now. */
export async function forgetFavourites(tx: Tx, accountId: string, until: Date): Promise<void> {
  await deleteFavouritesUntil(tx, accountId, until)
}
