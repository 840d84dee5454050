import type { RouterContextProvider } from 'react-router'
import type { Page } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/list-limits.ts'
import { readSearchRequest, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchResult, SearchSummary } from '#contract/search/search-results.ts'
import { readSection, type Section } from '#client/api/screen-services.ts'
import { chosenSort } from '#client/lists/list-place.ts'

/** What a server-rendered search is sent. */
export interface SearchPage {
  page: Page<SearchResult>
  summary: SearchSummary
}

/** For a screen's loader: what its address asks the search for. `more`: what the screen itself asks besides. */
export function readSearch(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
  more: Partial<SearchRequest> = {},
): Promise<Section<SearchPage>> {
  const request = { ...readSearchRequest(searchParams), ...more }
  const sort = chosenSort(searchParams.get('sort'), sortsOf(request))
  const cursor = searchParams.get('cursor') || undefined
  return readSection(context, async (reads) => {
    const [page, summary] = await Promise.all([
      reads.searchBooks({ ...request, limit: PAGE_SIZE, cursor, sort }),
      reads.summarizeSearch(request),
    ])
    return { page, summary }
  })
}
