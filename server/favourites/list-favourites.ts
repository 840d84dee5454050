import type { Book } from '#contract/books/books.ts'
import type { Page } from '#contract/call.ts'
import { MOST_FAVOURITES } from '#contract/favourites/favourite-limits.ts'
import type { PageRequest } from '#contract/paging.ts'
import { shapeBook } from '#server/books/books.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { latestFirst, listFavouriteRows, listIdsOfFavourites } from './favourites.sql.ts'

type ReadServices = Pick<Services, 'db'>

/** One page of an account's visible favourites, as the public sees these books. */
export async function listFavourites(
  { db }: ReadServices,
  accountId: string,
  page: PageRequest<'newest'>,
): Promise<Page<Book>> {
  const rows = await listFavouriteRows(db, accountId, keysetOf(page, latestFirst))
  return pageOf(rows, page, shapeBook)
}

/** Ids of an account's favourites, latest first; those that left the shop included. */
export const listFavouriteIds = ({ db }: ReadServices, accountId: string): Promise<string[]> =>
  listIdsOfFavourites(db, accountId, MOST_FAVOURITES)
