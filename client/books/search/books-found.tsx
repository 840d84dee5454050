import { lazy, Suspense } from 'react'
import type { SearchRequest } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-results.ts'
import type { Section } from '#client/api/screen-services.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { RecalledPages } from '#client/lists/recalled-pages.ts'
import { useLoadedPages } from '#client/lists/use-loaded-pages.ts'
import { useSite } from '#client/ui/site.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import type { SearchPage } from './read-search.ts'
import { SearchList } from './search-list.tsx'

const QueriedSearch = lazy(() => import('#client/books/members/queried-search.tsx'))

/** Filled in the browser only: on the server it would be everybody's. */
const memory = new RecalledPages<SearchResult>()

interface BooksFoundProps {
  request: SearchRequest
  /** What the loader has read; null where it has not. */
  section: Section<SearchPage> | null
  Action: BookAction
}

/** What a search finds, for everyone where the catalogue is public, else for members. */
export function BooksFound({ section, ...more }: BooksFoundProps) {
  const { cataloguePublic } = useSite()
  if (cataloguePublic) return <LoadedSearch section={section ?? { ok: false }} {...more} />
  return (
    <Suspense fallback={<Spinner label="Signing you in…" />}>
      <QueriedSearch {...more} />
    </Suspense>
  )
}

function LoadedSearch({ section, ...more }: BooksFoundProps & { section: Section<SearchPage> }) {
  const pages = useLoadedPages(section.ok ? section.value.page : null, memory)
  return <SearchList pages={pages} summary={section.ok ? section.value.summary : null} {...more} />
}
