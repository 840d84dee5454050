import { countOf } from '#contract/wording.ts'
import type { Pages } from './use-pages.ts'
import { ListFailure } from '#client/lists/list-failure.tsx'
import type { ListOrder } from './list-order.ts'
import { startsLater, useListPlace } from '#client/lists/list-place.ts'
import { LoadMore } from '#client/lists/load-more.tsx'
import { SortChoice } from './sort-choice.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { ToBeginning } from '#client/lists/to-beginning.tsx'

interface PagedListProps<Item extends { id: string }, Sort extends string> {
  pages: Pages<Item>
  /** What it is a list of, for the count above it: ['order', 'orders']. */
  nouns?: readonly [one: string, many: string]
  order?: ListOrder<Sort>
  /** Gets the reason why the list could not be read. */
  errorWords: (message: string) => string
  empty: React.ReactNode
  /** Stands in for the items until they are here. */
  placeholder?: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}

/**
 * A list that comes in pages: while it is fetched, when that failed, when it is empty, and its items with their count
 * and order above and Load more below. What was shown stays when a later reading fails.
 */
export function PagedList<Item extends { id: string }, Sort extends string = string>(
  props: PagedListProps<Item, Sort>,
) {
  const { pages, nouns = ['entry', 'entries'], order, errorWords, empty, children } = props
  const { placeholder = <Skeletons count={4} className="h-16" label="Loading…" /> } = props
  const { items, error, next, isLoadingMore } = pages
  const isLaterPart = startsLater(useListPlace())
  const isEmpty = items?.length === 0
  return (
    <>
      {error && !pages.isReading && !isLoadingMore && (
        <ListFailure words={errorWords(error.message)} onRetry={pages.retry} />
      )}
      {!isEmpty && (items || !error) && (
        <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="flex flex-wrap items-center gap-x-4 text-ink-2 tabular-nums">
            <output>
              {items && `${countOf(items.length, ...nouns)}${next === null ? '' : ' so far'}`}
              {items && order && <span className="sr-only">, sorted by: {order.words[order.sort]}</span>}
            </output>
            {isLaterPart && <ToBeginning />}
          </p>
          {order && <SortChoice order={order} />}
        </div>
      )}
      {/* In one place, so that a table and what stood in for it are the same one, and keep the focus. */}
      {items ? isEmpty ? isLaterPart ? <NothingFurther /> : empty : children(items) : !error && placeholder}
      <LoadMore next={next} isLoading={isLoadingMore} />
    </>
  )
}

function NothingFurther() {
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      Nothing more from here on. <ToBeginning />
    </p>
  )
}
