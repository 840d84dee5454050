import { useQueries, useQuery } from '@tanstack/react-query'
import type { BookCount } from '#contract/book-calls.ts'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import { bookSorts, type BookSort } from '#contract/book-sorts.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { ListFailure } from '#client/lists/list-failure.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { BookList } from '#client/books/list/book-list.tsx'

// Somebody who comes back from a book finds the list as they left it; a card may hold an open dialog, and must not
// leave under somebody's hands.
const asLeft = { staleTime: 5 * 60_000, refetchOnWindowFocus: false }

/** A list of books that the browser reads, for members. `errorWords`: what the error catalogue says when that fails. */
export function MemberBookList({
  name,
  read,
  count,
  errorWords,
  emptyWords,
  Action,
}: {
  name: string
  read: (query: { cursor: string | undefined; sort: BookSort }, signal: AbortSignal) => Promise<Page<Book>>
  count: (signal: AbortSignal) => Promise<BookCount>
  errorWords: (message: string) => string
  emptyWords: string
  Action: BookAction
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
  // Nothing waits for the count, and its failure is not worth a word.
  const total = useQuery({ queryKey: ['books', name, 'count'], queryFn: ({ signal }) => count(signal), ...asLeft })
  const pages = results.flatMap(({ data }) => (data ? [data] : []))
  const failed = results.find((result) => result.error)
  const isLoading = !failed && pages.length < results.length
  return (
    <>
      {(pages.length > 0 || isLoading) && (
        <BookList
          pages={pages}
          total={total.data ?? null}
          emptyWords={emptyWords}
          Action={Action}
          isLoading={isLoading}
        />
      )}
      {failed?.error && <ListFailure words={errorWords(failed.error.message)} onRetry={() => void failed.refetch()} />}
    </>
  )
}
