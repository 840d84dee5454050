import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { findBook } from '#server/books/list-books.ts'
import type { Services } from '#server/services.ts'
import {
  countFavourites,
  deleteFavourite,
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
