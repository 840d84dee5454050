import { Retry } from '#client/ui/retry.tsx'
import { startsLater, useListPlace } from './list-place.ts'
import { LoadMore } from './load-more.tsx'
import type { Pages } from './pages.ts'
import { ToBeginning } from './to-beginning.tsx'

interface PagedListProps<Item extends { id: string }> {
  pages: Pages<Item>
  /** How many are shown; `isAll`: nothing is left out. */
  renderCount: (items: readonly Item[], isAll: boolean) => React.ReactNode
  /** The choice of the order. */
  order?: React.ReactNode
  /** Of the line with the two. */
  className: string
  /** A failure, in words, or null to say nothing of it. It stands below the items where `failsBelow`. */
  failure: (error: Error) => string | null
  failsBelow?: boolean
  empty: React.ReactNode
  /** Where the address begins after the list's end. */
  nothingFurther: React.ReactNode
  /** Stands in for the items until they are here. */
  placeholder: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}

/**
 * A list that comes in pages: while it is read, when that failed, when it is empty, and its items with their count and
 * order above and Load more below. What was shown stays when a later reading fails.
 */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const {
    pages,
    renderCount,
    order,
    className,
    failsBelow = false,
    empty,
    nothingFurther,
    placeholder,
    children,
  } = props
  const { items, error, next, isLoadingMore } = pages
  const isLaterPart = startsLater(useListPlace())
  const isEmpty = items?.length === 0
  const words = error && props.failure(error)
  const failure = words && <ListFailure words={words} onRetry={pages.retry} />
  return (
    <>
      {!failsBelow && failure}
      {!isEmpty && (items || !error) && (
        <div className={`flex flex-wrap items-center justify-between gap-x-6 ${className}`}>
          <p className="flex flex-wrap items-center gap-x-4 text-ink-2 tabular-nums">
            <output>{items && renderCount(items, next === null && !isLaterPart && !isLoadingMore)}</output>
            {isLaterPart && <ToBeginning />}
          </p>
          {order}
        </div>
      )}
      {/* In one place, so that a table and what stood in for it are the same one, and keep the focus. */}
      {items ? (isEmpty ? (isLaterPart ? nothingFurther : empty) : children(items)) : !error && placeholder}
      <LoadMore next={next} isLoading={isLoadingMore} />
      {failsBelow && failure}
    </>
  )
}

/** A page of a list that could not be read. An address with a worn-out cursor gets a way back to the beginning. */
function ListFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { current } = useListPlace()
  return (
    <div className="mb-4 grid gap-3">
      <Retry words={words} onRetry={onRetry} />
      {current !== null && (
        <p>
          <ToBeginning />
        </p>
      )}
    </div>
  )
}
