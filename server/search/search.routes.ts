import * as calls from '#contract/search/search-calls.ts'
import { suggest as suggestCall } from '#contract/search/suggest.ts'
import * as sameBooks from '#contract/search/same-books.ts'
import type { Serve } from '#server/http/call-route.ts'
import { searchBooks } from './search-books.ts'
import { suggest } from './suggest.ts'
import { findLocations, summarizeSearch } from './summarize-search.ts'
import { decideWorks, listWorkDecisions, undoWorks } from './works/decide-works.ts'

export function searchRoutes(serve: Serve): void {
  serve(calls.searchBooks, (services, { query }) => searchBooks(services, query))
  serve(calls.summarizeSearch, (services, { query }) => summarizeSearch(services, query))
  serve(calls.findLocations, (services, { query }) => findLocations(services, query))
  serve(sameBooks.listSameBooks, (services, { query }) => listWorkDecisions(services, query))
  serve(sameBooks.decideSameBooks, (services, { account, body }) => decideWorks(services, account, body))
  serve(sameBooks.undoSameBooks, (services, { account, params }) => undoWorks(services, account, params.id))
  serve(suggestCall, (services, { query }) => suggest(services, query.q))
}
