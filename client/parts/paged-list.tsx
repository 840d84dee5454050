import type { Pages } from '#client/server-calls/use-pages.ts'
import { Retry } from './retry.tsx'
import { Skeletons } from './skeleton.tsx'

/**
 * A list that comes in pages: while it is fetched, when that failed (`errorWords` gets the reason), when it is empty,
 * and its items with Load more below. What was shown stays when a later reading fails.
 */
export function PagedList<Item extends { id: string }>({
  pages,
  errorWords,
  empty,
  children,
}: {
  pages: Pages<Item>
  errorWords: (message: string) => string
  empty: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}) {
  const { items, error } = pages
  return (
    <>
      {error && !pages.isReading && !pages.isLoadingMore && (
        <Retry words={errorWords(error.message)} onRetry={pages.retry} />
      )}
      {!items && !error && <Skeletons count={4} className="h-16" label="Loading…" />}
      {items && (items.length === 0 ? empty : children(items))}
      {pages.hasMore && (
        <p className="mt-6 text-center">
          <button type="button" className="button-outline" aria-disabled={pages.isLoadingMore} onClick={pages.loadMore}>
            {pages.isLoadingMore ? 'Loading…' : 'Load more'}
          </button>
        </p>
      )}
    </>
  )
}
