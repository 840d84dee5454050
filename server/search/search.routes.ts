import * as calls from '#contract/search/search-calls.ts'
import { suggest as suggestCall } from '#contract/search/suggest.ts'
import type { Serve } from '#server/http/call-route.ts'
import { searchBooks } from './search-books.ts'
import { suggest } from './suggest.ts'
import { findLocations, summarizeSearch } from './summarize-search.ts'

export function searchRoutes(serve: Serve): void {
  serve(calls.searchBooks, (services, { query }) => searchBooks(services, query))
  serve(calls.summarizeSearch, (services, { query }) => summarizeSearch(services, query))
  serve(calls.findLocations, (services, { query }) => findLocations(services, query))
  serve(suggestCall, (services, { query }) => suggest(services, query.q))
}
