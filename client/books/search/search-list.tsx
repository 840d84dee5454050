import { hasFilters, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchResult, SearchSummary } from '#contract/search/search-results.ts'
import { countOf, grouped } from '#contract/wording.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { CARDS } from '#client/books/book-cards.tsx'
import { BookListOrder } from '#client/books/list/book-list-order.tsx'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { ToBeginning } from '#client/lists/to-beginning.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SearchResults } from './search-results.tsx'
import { Understood } from './understood.tsx'

export interface SearchListProps {
  request: SearchRequest
  pages: Pages<SearchResult>
  /** Null as long as nobody has counted. */
  summary: SearchSummary | null
  Action: BookAction
}

/** What a search found, as far as it was walked: what was understood, how much there is, its order, and the way to more. */
export function SearchList({ request, pages, summary, Action }: SearchListProps) {
  const hasBar = summary !== null && (summary.count > 0 || hasFilters(request))
  return (
    <>
      {summary && <Understood request={request} summary={summary} />}
      <div className={hasBar ? 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8' : ''}>
        {hasBar && <FilterBar request={request} summary={summary} />}
        <div>
          <FilterChips request={request} />
          <PagedList
            pages={pages}
            renderCount={() => summary && forSale(summary)}
            order={<BookListOrder sorts={sortsOf(request)} />}
            className="mb-3"
            failure={({ message }) => (pages.isReading ? 'Trying again…' : `An error has occurred: ${message}`)}
            failsBelow
            empty={<NothingFound request={request} summary={summary} />}
            nothingFurther={
              <EmptyState words="Nothing more from here on.">
                <ToBeginning className="button" />
              </EmptyState>
            }
            placeholder={<ResultsToCome />}
          >
            {(results) => (
              <>
                <SearchResults results={results} Action={Action} />
                {pages.isLoadingMore && <ResultsToCome className="mt-4" />}
              </>
            )}
          </PagedList>
        </div>
      </div>
    </>
  )
}

/** '36 books for sale', '1,000+ books for sale'. */
const forSale = ({ count, orMore }: SearchSummary) =>
  orMore ? `${grouped(count)}+ books for sale` : `${countOf(count, 'book')} for sale`

function ResultsToCome({ className = '' }: { className?: string }) {
  return (
    <div role="status" className={`${CARDS} ${className}`}>
      <span className="sr-only">Loading books</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-120" />
      ))}
    </div>
  )
}
