import type { ReactNode } from 'react'
import { listProblemEntries, type OrderProblem, type ProblemEntry } from '#contract/orders/problems.ts'
import type { Order } from '#contract/orders/orders.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { usePages } from '#client/session/use-call.ts'
import { Picture } from '#client/ui/facts/picture.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Written } from '../written.tsx'
import { writerWords } from './writer-words.ts'

const MOST_SKELETONS = 5

interface EntriesProps {
  problem: OrderProblem
  side: Order['side']
  /** What stands below. It waits for the entries: their heights aren't known before, so it would move. */
  children?: ReactNode
}

/** Entries of a problem, oldest first; refetched with each revision. */
export function Entries({ problem: { id, revision }, side, children }: EntriesProps) {
  const entries = usePages(
    listProblemEntries,
    { params: { id }, query: { limit: MOST_PER_PAGE, sort: 'oldest' } },
    { revision, keepsPrevious: true },
  )
  // A revision counts the entries. With what stands below, they reach past the window.
  const size = children ? { count: 1, className: 'h-160' } : { count: Math.min(revision, MOST_SKELETONS) }
  if (entries.isPending) return <Skeletons className="h-24" {...size} label="Loading what was written" />
  return (
    <>
      {entries.data ? (
        <div className="grid grid-cols-1 gap-3">
          <ol aria-label="What was written" className="grid grid-cols-1 gap-4">
            {entries.data.pages.flatMap(({ items }) =>
              items.map((entry) => <Entry key={entry.id} entry={entry} side={side} />),
            )}
          </ol>
          {entries.hasNextPage && (
            <button
              type="button"
              className="button-outline justify-self-start"
              aria-disabled={entries.isFetchingNextPage}
              onClick={() => !entries.isFetchingNextPage && void entries.fetchNextPage()}
            >
              {entries.isFetchingNextPage ? 'Loading…' : 'Load more'}
            </button>
          )}
        </div>
      ) : (
        <Retry error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {children}
    </>
  )
}

function Entry({ entry: { by, text, images, at }, side }: { entry: ProblemEntry; side: Order['side'] }) {
  const writer = writerWords(by, side)
  return (
    <Written writer={writer} at={at} text={text} isOwn={by === side} isClubs={by === 'club'}>
      {images.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-2">
          {images.map((url, place) => (
            <a key={url} href={url} target="_blank" rel="noreferrer" className="border border-rule">
              <Picture
                url={url}
                alt={`Photo ${place + 1} of ${images.length}, from ${writer.toLowerCase()}; opens in a new tab`}
                sizes="7rem"
                className="size-28 bg-sunk object-contain"
              />
            </a>
          ))}
        </p>
      )}
    </Written>
  )
}
