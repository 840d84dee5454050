import { Link, useLocation } from 'react-router'
import { href } from '#contract/href.ts'
import { hasFilters, noFilters, searchParamsOf, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary } from '#contract/search/search-calls.ts'
import { isCatalogueOpen } from '#contract/visitors.ts'
import { totalWords } from '#client/books/book-count.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useSite } from '#client/ui/site.ts'
import { filterWords, withoutFilter } from './filter-words.ts'
import { addressOf } from '#client/books/search/address-of.ts'

/** Empty state of a search: why nothing matches, and what to do next. */
export default function NothingFound({ request, summary }: { request: SearchRequest; summary: SearchSummary | null }) {
  const { pathname } = useLocation()
  const { q } = request
  const { guilty = null, isBehind = false, canMatch = true } = summary ?? {}
  const soFar = isBehind ? ' so far' : ''
  const what = q === '' ? `No books fit these filters${soFar}` : `Nothing found for “${q}”${soFar}`
  return (
    <EmptyState words={hasFilters(request) && q !== '' ? `${what} with these filters.` : `${what}.`}>
      {guilty && (
        <Link to={addressOf(pathname, withoutFilter(request, guilty.filter))} className="button">
          Drop “{filterWords(guilty.filter)}”: {totalWords(guilty)}
        </Link>
      )}
      {request.exact && (
        <Link to={addressOf(pathname, { ...request, exact: false })} className="button">
          Look for other spellings, too
        </Link>
      )}
      {hasFilters(request) && (
        <Link to={addressOf(pathname, { ...request, ...noFilters })} className="link touchable">
          Search without any filters
        </Link>
      )}
      {isBehind && (
        <p className="max-w-measure text-ink-2">It may be among the books that are being added right now.</p>
      )}
      {q !== '' && !hasFilters(request) && !isBehind && (
        <p className="max-w-measure text-ink-2">Check the spelling, try fewer words, or search for the author alone.</p>
      )}
      {q !== '' && canMatch && !isBehind && (
        <Link to={`${href('/dashboard/saved-searches/new')}?${searchParamsOf(request)}`} className="button-outline">
          Tell me when it appears
        </Link>
      )}
      <p className="flex flex-wrap justify-center gap-4">
        <Link to={href('/products-categories')} className="button-outline">
          Browse the categories
        </Link>
        <Link to={isCatalogueOpen(useSite()) ? href('/all-products') : href('/search')} className="button-outline">
          See all books
        </Link>
      </p>
    </EmptyState>
  )
}
