import { Suspense, type ComponentType } from 'react'
import { Link } from 'react-router'
import type { BookCount } from '#contract/books/book-calls.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { hasFilters, sortsOf, type SearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import type { SearchResult, SearchSummary } from '#contract/search/search-calls.ts'
import { href } from '#contract/href.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { CARDS } from '#client/books/book-cards.tsx'
import { bookCount, totalWords, type BookTotal } from '#client/books/book-count.ts'
import { BookListOrder } from '#client/books/book-list-order.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { FirstPageLink } from '#client/lists/first-page-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isUnfiltered, redundantFilters } from './list-request.ts'
import { SearchResults } from './search-results.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'

const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'popstate'] as const

/** Whether the server rendered the filters, a plain form; it doesn't in a catalogue for members. */
const hasServerFilters = !import.meta.env.SSR && document.querySelector('.filter-sheet') !== null

/**
 * Resolves on first interaction where the server rendered the filters, so that their scripts stay out of the first
 * load. Resolves at once on the server, and where the browser renders them.
 */
const firstInteraction = hasServerFilters ? untilInteraction() : Promise.resolve()

function untilInteraction(): Promise<void> {
  return new Promise((fulfil) => {
    const listening = new AbortController()
    const done = () => {
      listening.abort()
      fulfil()
    }
    // The filter panel has the focus already: the event came before this script.
    if (document.querySelector('.filter-sheet:focus-within')) return done()
    // Captured: React stops events that end in a part that isn't hydrated yet.
    const options = { signal: listening.signal, passive: true, capture: true }
    for (const sign of INTERACTIONS) window.addEventListener(sign, done, options)
  })
}

const loadChips = () => import('./filters/filter-chips.tsx')

// Code splitting: the server's page has the filters; their scripts load on first interaction, with those of the chips.
const FilterBar = lazyPart(() =>
  firstInteraction.then(async () => (await Promise.all([import('./filters/filter-bar.tsx'), loadChips()]))[0]),
)
const FilterChips = lazyPart(loadChips)
const NothingFound = lazyPart(() => import('./filters/nothing-found.tsx'))
const SearchNotes = lazyPart(() => import('./filters/search-notes.tsx'))

/** Texts of a screen's list of books. */
export interface ListWords {
  /** Error text; gets the reason why the read failed. */
  error: (message: string) => string
  /** Empty state of an unfiltered list; the search explains itself. */
  empty?: string
}

/** Heading about the seller; null until loaded. */
export type AboutSeller = ComponentType<{ seller: Seller | null }>

export interface SearchListProps {
  of?: BooksOf | undefined
  /** Request in the address. */
  request: SearchRequest
  pages: Pages<SearchResult>
  /** Null until loaded. */
  summary: SearchSummary | null
  total: BookCount | null
  /** Reads page and summary again. */
  again: () => void
  words: ListWords
  Action: BookAction
}

/** List of books with its count, filters and the link to more. */
export function SearchList({ of, request, pages, summary, total, again, words, Action }: SearchListProps) {
  const sorts = sortsOf(request)
  const isRanked = chosenSort(useListPlace().sort, sorts) === 'relevance'
  const hasBar = summary !== null && (summary.count > 0 || hasFilters(request))
  const counted = isUnfiltered(request) ? exactTotal(total, summary) : summary
  return (
    <>
      <div role="status">
        {summary && (isUnfiltered(request) ? summary.isBehind : request.exact || hasSearchNotes(summary)) && (
          <Suspense>
            <SearchNotes request={request} summary={summary} again={again} />
          </Suspense>
        )}
      </div>
      <div className={hasBar ? 'filtered-list' : ''}>
        {hasBar && (
          <Suspense>
            <FilterBar request={request} summary={summary} without={redundantFilters(of)} />
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
                {summary?.canMatch !== false && <SaveSearch request={request} />}
              </>
            }
            className="list-head"
            failure={({ message }) => (pages.isReading ? 'Trying again…' : words.error(message))}
            failsBelow
            empty={<Nothing request={request} summary={summary} words={words} />}
            nothingFurther={
              <EmptyState words="No more books to show.">
                <FirstPageLink className="button" />
              </EmptyState>
            }
            placeholder={<CardSkeletons />}
          >
            {(results) => (
              <>
                <SearchResults results={results} Action={Action} />
                {pages.isLoadingMore && <CardSkeletons className="mt-4" />}
              </>
            )}
          </PagedList>
        </div>
      </div>
    </>
  )
}

/** An unfiltered list is read from the books: of these it has the last alone, about the counts of its filters. */
const hasSearchNotes = ({ shownFor, without, isWrongIsbn, isCutShort, isBehind }: SearchSummary) =>
  shownFor !== null || without.length > 0 || isWrongIsbn || isCutShort || isBehind

/** The total of an unfiltered list, from the search where the books were counted up to a limit. */
const exactTotal = (total: BookCount | null, summary: SearchSummary | null): BookTotal | null =>
  total?.orMore && summary && summary.count >= total.count ? summary : total

/** '36 books for sale', 'about 3,400 books for sale'. By relevance a card may stand for several. */
const forSale = (total: BookTotal) => (total.isAbout && total.count === 0 ? null : `${totalWords(total)} for sale`)

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

/** Placeholder of a list of books. */
export function CardSkeletons({ className = '' }: { className?: string }) {
  return (
    <div role="status" className={`${CARDS} ${className}`}>
      <span className="sr-only">Loading books</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-75 sm:h-70" />
      ))}
    </div>
  )
}

/** Link to save a search for email alerts; a search without words can't be saved. */
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
