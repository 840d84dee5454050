import { listCategories } from '#contract/books/categories.ts'
import { addCategory as declaredAdd, placeCategory as declaredPlace } from '#contract/books/category-calls.ts'
import type { Serve } from '#server/http/call-route.ts'
import { addCategory } from './add-category.ts'
import { listCategoryRows } from './categories.public.ts'
import { placeCategory } from './place-category.ts'

export function categoryRoutes(serve: Serve): void {
  serve(listCategories, (services) => listCategoryRows(services.db))
  serve(declaredAdd, async (services, { account, body }) => ({
    insertedId: await addCategory(services, account.id, body),
  }))
  serve(declaredPlace, (services, { account, params, body }) =>
    placeCategory(services, account.id, params.id, body.place),
  )
}
