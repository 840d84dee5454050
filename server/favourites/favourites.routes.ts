import * as calls from '#contract/favourites/favourites.ts'
import type { Serve } from '#server/http/call-route.ts'
import { addFavourite, bringFavourites, removeFavourite } from './keep-favourite.ts'
import { listFavouriteIds, listFavourites } from './list-favourites.ts'

export function favouriteRoutes(serve: Serve): void {
  serve(calls.listFavourites, (services, { account, query }) => listFavourites(services, account.id, query))
  serve(calls.listFavouriteIds, (services, { account }) => listFavouriteIds(services, account.id))
  serve(calls.addFavourite, (services, { account, params }) => addFavourite(services, account.id, params.id))
  serve(calls.removeFavourite, (services, { account, params }) => removeFavourite(services, account.id, params.id))
  serve(calls.bringFavourites, (services, { account, body }) => bringFavourites(services, account.id, body.books))
}
