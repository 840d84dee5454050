import { addFavourite, bringFavourites, listFavouriteIds, removeFavourite } from '#contract/favourites/favourites.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { mayRetry, retryDelay } from '#client/api/retrying.ts'

/** Reads an account's favourites after merging in this browser's. Throws when all retries fail. */
export async function readFavourites(brought: string[]): Promise<string[]> {
  for (let failures = 0; ; failures += 1) {
    try {
      if (brought.length > 0) await call(bringFavourites, { body: { books: brought } })
      return await call(listFavouriteIds, {})
    } catch (error) {
      if (!mayRetry(failures, error)) throw error
      await new Promise((goOn) => setTimeout(goOn, retryDelay(failures)))
    }
  }
}

/** Saves or removes a favourite. Throws an error whose message is for people. */
export async function sendFavourite(id: string, isFavourite: boolean): Promise<void> {
  try {
    await call(isFavourite ? addFavourite : removeFavourite, { params: { id } })
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error })
  }
}
