import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { findBook } from '#server/books/list-books.ts'
import type { Services } from '#server/services.ts'
import type { Tx } from '#server/database/schema.ts'
import {
  countFavourites,
  deleteFavourite,
  deleteFavouritesUntil,
  dropGoneFavourites,
  hasFavourite,
  insertFavourites,
} from './favourites.sql.ts'

/**
 * Saves a book as an account's favourite, in any state. Refuses invisible books, and more than the limit; books that
 * left the shop make room. Called twice, it is one favourite.
 */
export async function addFavourite(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'too_many_favourites'>,
  accountId: string,
  bookId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // Row lock: serialises the count of an account's favourites.
    await lockOpenAccount(tx, accountId)
    if (await hasFavourite(tx, accountId, bookId)) return
    if (!(await findBook({ db: tx }, bookId))) services.refuse('not_found', 'This book is no longer in the shop.')
    if ((await countFavourites(tx, accountId)) >= MOST_FAVOURITES) {
      await dropGoneFavourites(tx, accountId)
      if ((await countFavourites(tx, accountId)) >= MOST_FAVOURITES)
        services.refuse(
          'too_many_favourites',
          `You have ${MOST_FAVOURITES} favourites, and that’s all we can keep. Remove some to make room.`,
        )
    }
    await insertFavourites(tx, accountId, [bookId], services.clock.now())
  })
}

/** Removes a favourite. Called twice, or for a book that was none, nothing happens. */
export async function removeFavourite({ db }: Pick<Services, 'db'>, accountId: string, bookId: string): Promise<void> {
  await deleteFavourite(db, accountId, bookId)
}

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

/** Deletes an account's favourites from before a moment: it has another owner now, or was closed (`infinity`). */
export async function forgetFavourites(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await deleteFavouritesUntil(tx, accountId, until)
}
