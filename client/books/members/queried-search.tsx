import { useQuery } from '@tanstack/react-query'
import { searchBooks, summarizeSearch } from '#contract/search/search-calls.ts'
import { searchParamsOf, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-results.ts'
import { call, callPage } from '#client/api/call.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { SearchList } from '#client/books/search/search-list.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { freshness, useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

interface QueriedSearchProps {
  request: SearchRequest
  Action: BookAction
}

/** The same where only members see it: the browser reads it. */
export default function QueriedSearch(props: QueriedSearchProps) {
  return (
    <SignedIn what="Searching the books is for members, and signing in">
      <Found {...props} />
    </SignedIn>
  )
}

function Found({ request, Action }: QueriedSearchProps) {
  const sort = chosenSort(useListPlace().sort, sortsOf(request))
  const key = ['search', searchParamsOf(request).toString()]
  const pages = useQueriedPages<SearchResult>(
    key,
    (cursor, signal) => callPage(searchBooks, { query: { ...request, cursor, sort } }, { signal }),
    sort,
    'others',
  )
  // Nothing waits for it, and its failure is not worth a word.
  const summary = useQuery({
    queryKey: [...key, 'summary'],
    queryFn: ({ signal }) => call(summarizeSearch, { query: request }, { signal }),
    ...freshness.others,
  })
  return <SearchList request={request} pages={pages} summary={summary.data ?? null} Action={Action} />
}
