import { useQueries, useQuery } from '@tanstack/react-query'
import type { BookCount } from '#contract/book-calls.ts'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import { bookSorts, type BookSort } from '#contract/book-sorts.ts'
import { ListFailure } from './list-failure.tsx'
import { chosenSort, useListPlace } from './list-place.ts'
import { Shelf } from './shelf.tsx'

// Somebody who comes back from a book finds the shelf as they left it; a card may hold an open dialog, and must not
// leave under somebody's hands.
const asLeft = { staleTime: 5 * 60_000, refetchOnWindowFocus: false }

/** A shelf that the browser reads, for members. `errorWords`: what the error catalogue says when that fails. */
export function MemberShelf({
  name,
  read,
  count,
  errorWords,
  emptyWords,
}: {
  name: string
  read: (query: { cursor: string | undefined; sort: BookSort }, signal: AbortSignal) => Promise<Page<Book>>
  count: (signal: AbortSignal) => Promise<BookCount>
  errorWords: (message: string) => string
  emptyWords: string
}) {
  const place = useListPlace()
  const sort = chosenSort(place.sort, bookSorts)
  const results = useQueries({
    queries: [...place.trail, place.current].map((start) => ({
      queryKey: ['books', name, sort, start],
      queryFn: ({ signal }: { signal: AbortSignal }) => read({ cursor: start ?? undefined, sort }, signal),
      ...asLeft,
    })),
  })
  // The shelf does very well without: nothing waits for it, and its failure is not worth a word.
  const total = useQuery({ queryKey: ['books', name, 'count'], queryFn: ({ signal }) => count(signal), ...asLeft })
  const pages = results.flatMap(({ data }) => (data ? [data] : []))
  const failed = results.find((result) => result.error)
  const isLoading = !failed && pages.length < results.length
  return (
    <>
      {(pages.length > 0 || isLoading) && (
        <Shelf pages={pages} total={total.data ?? null} emptyWords={emptyWords} isLoading={isLoading} />
      )}
      {failed?.error && <ListFailure words={errorWords(failed.error.message)} onRetry={() => void failed.refetch()} />}
    </>
  )
}
