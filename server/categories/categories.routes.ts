import { listCategories } from '#contract/books/categories.ts'
import type { Serve } from '#server/http/call-route.ts'
import { listCategoryRows } from './categories.public.ts'

export function categoryRoutes(serve: Serve): void {
  serve(listCategories, (services) => listCategoryRows(services.db))
}
