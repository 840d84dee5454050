import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { isCatalogueOpen, isSearchOpen } from '#contract/visitors.ts'
import type { Section } from '#client/api/screen-services.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { PageCache } from '#client/lists/page-cache.ts'
import { useLoadedPages } from '#client/lists/use-loaded-pages.ts'
import { useSite } from '#client/ui/site.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import type { SearchPage } from './read-search.ts'
import { SearchInstead } from './search-instead.tsx'
import { SearchList, type AboutSeller, type ListWords } from './search-list.tsx'
import { useListRequest } from './use-list-request.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

const QueriedSearch = lazyPart(() => import('#client/books/members/queried-search.tsx'))

/** Page cache, filled in the browser only: on the server all visitors would share it. */
const cache = new PageCache<SearchResult>()

interface BooksFoundProps {
  /** Loader data; null where the loader has read nothing. */
  section: Section<SearchPage> | null
  /** Scope of the list: a category or a seller; undefined for the search. */
  of?: BooksOf
  words: ListWords
  /** Heading above a seller's books, where the browser reads them. */
  About?: AboutSeller
  Action: BookAction
}

/** List of books, for everyone where the shop is open that far, else for members. */
export function BooksFound({ section, About, ...more }: BooksFoundProps) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const isListOfSpec = more.of !== undefined && more.of.sellerId === undefined
  if (isListOfSpec ? isCatalogueOpen(site) : isSearchOpen(site))
    return <LoadedSearch section={section ?? { ok: false }} {...more} />
  return (
    <>
      {isSearchOpen(site) && (
        <noscript>
          <SearchInstead address={pathname + search} className="mb-4" />
        </noscript>
      )}
      <Suspense fallback={<Spinner label="Signing you in…" />}>
        <QueriedSearch About={About} {...more} />
      </Suspense>
    </>
  )
}

function LoadedSearch({ section, of, ...more }: Omit<BooksFoundProps, 'About'> & { section: Section<SearchPage> }) {
  const pages = useLoadedPages(section.ok ? section.value.page : null, cache)
  const { fromUrl } = useListRequest(of)
  const { summary = null, total = null } = section.ok ? section.value : {}
  return (
    <SearchList of={of} request={fromUrl} pages={pages} summary={summary} total={total} again={pages.retry} {...more} />
  )
}
