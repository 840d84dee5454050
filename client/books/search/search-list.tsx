import { lazy, Suspense, type ComponentType } from 'react'
import { Link } from 'react-router'
import type { BookCount } from '#contract/books/book-calls.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { hasFilters, sortsOf, type SearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import type { SearchResult, SearchSummary } from '#contract/search/search-calls.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { href } from '#contract/href.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { CARDS } from '#client/books/book-cards.tsx'
import { bookCount } from '#client/books/book-count.ts'
import { BookListOrder } from '#client/books/book-list-order.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { ToBeginning } from '#client/lists/to-beginning.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isUnfiltered, uselessIn } from './list-request.ts'
import { SearchResults } from './search-results.tsx'

const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'popstate'] as const

/** What the server has sent has the filters, which work as a plain form; where the list is for members, it hasn't. */
const areThere = !import.meta.env.SSR && document.querySelector('.filter-sheet') !== null

/**
 * Fulfilled as soon as somebody does anything on a page on which the server has sent the filters: their program need not
 * come with the first load. At once on the server, and where the browser has yet to show them.
 */
const touched = areThere ? firstSign() : Promise.resolve()

function firstSign(): Promise<void> {
  return new Promise((fulfil) => {
    const listening = new AbortController()
    const done = () => {
      listening.abort()
      fulfil()
    }
    for (const sign of SIGNS) window.addEventListener(sign, done, { signal: listening.signal, passive: true })
  })
}

// What most pages don't show, or nobody has touched yet: the server's page has it, its program comes when it is needed.
const FilterBar = lazy(() => touched.then(() => import('./filters/filter-bar.tsx')))
const FilterChips = lazy(() => import('./filters/filter-chips.tsx'))
const NothingFound = lazy(() => import('./filters/nothing-found.tsx'))
const Understood = lazy(() => import('./filters/understood.tsx'))

/** What a screen says of its list of books. */
export interface ListWords {
  /** Gets the reason why the list could not be read. */
  error: (message: string) => string
  /** Where the list has no books at all; the search says why. */
  empty?: string
}

/** Says whose books these are; null as long as that is not known. */
export type AboutSeller = ComponentType<{ seller: Seller | null }>

export interface SearchListProps {
  of?: BooksOf | undefined
  /** What the address asks for. */
  request: SearchRequest
  pages: Pages<SearchResult>
  /** Null as long as nobody has counted. */
  summary: SearchSummary | null
  total: BookCount | null
  words: ListWords
  Action: BookAction
}

/** Books that were found, as far as the list was walked: how many there are, what to choose them by, and the way to more. */
export function SearchList({ of, request, pages, summary, total, words, Action }: SearchListProps) {
  const sorts = sortsOf(request)
  const isRanked = chosenSort(useListPlace().sort, sorts) === 'relevance'
  const hasBar = summary !== null && (summary.count > 0 || hasFilters(request))
  const counted = isUnfiltered(request) ? total : summary
  return (
    <>
      <div role="status">
        {summary && hasSearchNotes(summary) && (
          <Suspense>
            <Understood request={request} summary={summary} />
          </Suspense>
        )}
      </div>
      <div className={hasBar ? 'filtered-list' : ''}>
        {hasBar && (
          <Suspense>
            <FilterBar request={request} summary={summary} without={uselessIn(of)} />
          </Suspense>
        )}
        <div className="min-w-0">
          {hasFilters(request) && (
            <Suspense>
              <FilterChips request={request} />
            </Suspense>
          )}
          <PagedList
            pages={pages}
            renderCount={({ length }, isAll) =>
              isRanked ? counted && forSale(counted) : bookCount(length, isAll, counted)
            }
            order={
              <>
                <BookListOrder sorts={sorts} />
                <SaveSearch request={request} />
              </>
            }
            className="list-head mb-3"
            failure={({ message }) => (pages.isReading ? 'Trying again…' : words.error(message))}
            failsBelow
            empty={<Nothing request={request} summary={summary} words={words} />}
            nothingFurther={
              <EmptyState words="No more books from here on.">
                <ToBeginning className="button" />
              </EmptyState>
            }
            placeholder={<CardsToCome />}
          >
            {(results) => (
              <>
                <SearchResults results={results} Action={Action} />
                {pages.isLoadingMore && <CardsToCome className="mt-4" />}
              </>
            )}
          </PagedList>
        </div>
      </div>
    </>
  )
}

const hasSearchNotes = ({ shownFor, without, isWrongIsbn, isCutShort }: SearchSummary) =>
  shownFor !== null || without.length > 0 || isWrongIsbn || isCutShort

/** '36 books for sale', '1,000+ books for sale': by relevance a card may stand for several. */
const forSale = ({ count, orMore }: BookCount) =>
  orMore ? `${grouped(count)}+ books for sale` : `${countOf(count, 'book')} for sale`

function Nothing({ request, summary, words }: Pick<SearchListProps, 'request' | 'summary' | 'words'>) {
  if (words.empty === undefined || !isUnfiltered(request))
    return (
      <Suspense>
        <NothingFound request={request} summary={summary} />
      </Suspense>
    )
  return (
    <EmptyState words={words.empty}>
      <Link to={href('/products-categories')} className="button">
        Browse the categories
      </Link>
    </EmptyState>
  )
}

function CardsToCome({ className = '' }: { className?: string }) {
  return (
    <div role="status" className={`${CARDS} ${className}`}>
      <span className="sr-only">Loading books</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-62" />
      ))}
    </div>
  )
}

/** Leads to being told of what appears later; a search without words can't be. */
function SaveSearch({ request }: { request: SearchRequest }) {
  if (request.q === '') return null
  return (
    <Link
      to={`${href('/dashboard/saved-searches/new')}?${searchParamsOf(request)}`}
      className="link touchable inline-block py-1 text-sm"
    >
      Save this search
    </Link>
  )
}
