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

/** Entries of a problem, oldest first; refetched with each revision. */
export function Entries({ problem: { id, revision }, side }: { problem: OrderProblem; side: Order['side'] }) {
  const entries = usePages(
    listProblemEntries,
    { params: { id }, query: { limit: MOST_PER_PAGE, sort: 'oldest' } },
    { revision, keepsPrevious: true },
  )
  // A revision counts the entries.
  if (entries.isPending)
    return <Skeletons count={Math.min(revision, MOST_SKELETONS)} className="h-24" label="Loading what was written" />
  if (!entries.data) return <Retry error={entries.error} onRetry={() => void entries.refetch()} />
  return (
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
