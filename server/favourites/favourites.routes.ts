import * as calls from '#contract/favourites/favourites.ts'
import type { Serve } from '#server/http/call-route.ts'
import { bringFavourites } from './bring-favourites.ts'
import { addFavourite, removeFavourite } from './keep-favourite.ts'
import { listFavouriteIds, listFavourites } from './list-favourites.ts'

const ACKNOWLEDGED = { acknowledged: true } as const

export function favouriteRoutes(serve: Serve): void {
  serve(calls.listFavourites, (services, { account, query }) => listFavourites(services, account.id, query))
  serve(calls.listFavouriteIds, (services, { account }) => listFavouriteIds(services, account.id))
  serve(calls.addFavourite, async (services, { account, params }) => {
    await addFavourite(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(calls.removeFavourite, async (services, { account, params }) => {
    await removeFavourite(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(calls.bringFavourites, async (services, { account, body }) => {
    await bringFavourites(services, account.id, body.books)
    return ACKNOWLEDGED
  })
}
