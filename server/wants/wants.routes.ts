import * as calls from '#contract/wants/wants.ts'
import * as wanted from '#contract/wants/wanted.ts'
import type { Serve } from '#server/http/call-route.ts'
import { countLooking } from './count-looking.ts'
import { hideWanted, listAllWanted } from './hide-wanted.ts'
import { changeWant, listWants, removeWant } from './keep-wants.ts'
import { saveSearch, understandWanted } from './save-search.ts'
import { wantBook } from './want-book.ts'

export function wantRoutes(serve: Serve): void {
  serve(calls.listWants, (services, { account, query }) => listWants(services, account.id, query))
  serve(wanted.countLooking, async (services, { account, query }) => ({
    people: await countLooking(services, account.id, query),
  }))
  serve(wanted.listWanted, (services) => listAllWanted(services))
  serve(wanted.hideWanted, (services, { account, body }) => hideWanted(services, account, body))
  serve(calls.understandSearch, (services, { query }) => understandWanted(services, query.search))
  serve(calls.saveSearch, async (services, { account, body }) => ({
    insertedId: await saveSearch(services, account.id, body),
  }))
  serve(calls.wantBook, async (services, { account, params }) => ({
    insertedId: await wantBook(services, account.id, params.id),
  }))
  serve(calls.changeWant, (services, { account, params, body }) => changeWant(services, account.id, params.id, body))
  serve(calls.removeWant, async (services, { account, params }) => {
    await removeWant(services, account.id, params.id)
    return { deletedCount: 1 }
  })
}
