import * as calls from '#contract/books/category-calls.ts'
import type { Serve } from '#server/http/call-route.ts'
import { editCategory } from './edit-category.ts'
import { mergeCategory } from './merge-category.ts'
import { removeCategory } from './remove-category.ts'

/** Calls on categories that move books, or need to know of any. */
export function categoryBooksRoutes(serve: Serve): void {
  serve(calls.editCategory, (services, { account, params, body }) =>
    editCategory(services, account.id, params.id, body),
  )
  serve(calls.mergeCategory, (services, { account, params, body }) =>
    mergeCategory(services, account.id, params.id, body.into),
  )
  serve(calls.removeCategory, async (services, { account, params }) => {
    await removeCategory(services, account.id, params.id)
    return { deletedCount: 1 }
  })
}
