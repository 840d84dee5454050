import { countOf } from '#contract/wording.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { startsLater, useListPlace } from './list-place.ts'
import { LoadMore } from './load-more.tsx'
import type { Pages } from './pages.ts'
import { FirstPageLink } from './first-page-link.tsx'

interface PagedListProps<Item extends { id: string }> {
  pages: Pages<Item>
  /** Nouns for the count: ['order', 'orders']. */
  nouns?: readonly [one: string, many: string]
  /** Renders another count; `isAll`: the list is complete. */
  renderCount?: (items: readonly Item[], isAll: boolean) => React.ReactNode
  /** Control before the count. */
  beforeCount?: React.ReactNode
  /** Sort control. */
  order?: React.ReactNode
  /** Class of the line with count and sort control. */
  className?: string
  /** Error text, or null for none. Shown below the items where `failsBelow`. */
  failure: (error: Error) => string | null
  failsBelow?: boolean
  empty: React.ReactNode
  /** Empty state where the address's cursor is past the list's end. */
  nothingFurther?: React.ReactNode
  /** Placeholder until the items are here. */
  placeholder: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}

/**
 * Paginated list with loading, error and empty states; count and order above, Load more below. Items stay when a later
 * read fails.
 */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const { pages, nouns = ['entry', 'entries'], order, className = 'mb-3', failsBelow = false, empty, children } = props
  const {
    placeholder,
    renderCount = ({ length }, isAll) => (isAll ? countOf(length, ...nouns) : `${length}+ ${nouns[1]}`),
  } = props
  const { items, error, next, isLoadingMore } = pages
  const isLaterPart = startsLater(useListPlace())
  const isEmpty = items?.length === 0
  const { nothingFurther = <NothingFurther nouns={nouns} /> } = props
  const words = error && props.failure(error)
  const failure = words && <ListFailure words={words} onRetry={pages.retry} />
  return (
    <>
      {!failsBelow && failure}
      {!isEmpty && (items || !error) && (
        <div className={`flex flex-wrap items-center justify-between gap-x-6 ${className}`}>
          <p className="flex min-h-[1lh] flex-wrap items-center gap-x-4 text-ink-2 tabular-nums">
            {props.beforeCount}
            <output>{items && renderCount(items, next === null && !isLaterPart && !isLoadingMore)}</output>
            {isLaterPart && <FirstPageLink />}
          </p>
          {order}
        </div>
      )}
      {/* Same position for table and placeholder, so that React keeps the element and its focus. */}
      {items ? (isEmpty ? (isLaterPart ? nothingFurther : empty) : children(items)) : !error && placeholder}
      <LoadMore next={next} isLoading={isLoadingMore} />
      {failsBelow && failure}
    </>
  )
}

const NothingFurther = ({ nouns: [, many] }: { nouns: readonly [string, string] }) => (
  <EmptyState words={`No more ${many}.`}>
    <FirstPageLink />
  </EmptyState>
)

/** Failed page of a list. An address with an outdated cursor gets a link to the first page. */
function ListFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { current } = useListPlace()
  return (
    <div className="mb-4 grid gap-3">
      <Retry words={words} onRetry={onRetry} />
      {current !== null && (
        <p>
          <FirstPageLink />
        </p>
      )}
    </div>
  )
}
