import { useQueries } from '@tanstack/react-query'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import { ShelfFailure } from './shelf-failure.tsx'
import { useShelfPlace } from './shelf-place.ts'
import { Shelf } from './shelf.tsx'
import { Skeletons } from './skeleton.tsx'

// Somebody who comes back from a book finds the shelf as they left it.
const FRESH_MS = 5 * 60_000

/** A shelf that the browser reads, for members. `errorWords`: what the error catalogue says when that fails. */
export function MemberShelf({
  name,
  read,
  errorWords,
  emptyWords,
}: {
  name: string
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Book>>
  errorWords: (message: string) => string
  emptyWords: string
}) {
  const { trail, current } = useShelfPlace()
  const results = useQueries({
    queries: [...trail, current].map((start) => ({
      queryKey: ['books', name, start],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(start ?? undefined, signal),
      staleTime: FRESH_MS,
      // A card may hold an open dialog, and must not leave under somebody's hands.
      refetchOnWindowFocus: false,
    })),
  })
  const pages = results.flatMap(({ data }) => (data ? [data] : []))
  const failed = results.find((result) => result.error)
  const isLoading = !failed && pages.length < results.length
  return (
    <>
      {pages.length > 0 && <Shelf pages={pages} emptyWords={emptyWords} isLoading={isLoading} />}
      {failed?.error && <ShelfFailure words={errorWords(failed.error.message)} onRetry={() => void failed.refetch()} />}
      {isLoading && <Skeletons count={3} className="h-64" label="Loading books" />}
    </>
  )
}
