import { useQuery } from '@tanstack/react-query'
import type { BookCount } from '#contract/books/book-calls.ts'
import { countMyBooks } from '#contract/books/my-book-calls.ts'
import type { MyBookFilter } from '#contract/books/my-book-filters.ts'
import { call } from '#client/api/call.ts'
import { useAccount } from '#client/session/use-account.ts'

/** How many of one's books are like that; null as long as nobody has counted. Nothing waits for it, and its failure is not worth a word. */
export function useMyBookCount(filter: MyBookFilter): { total: BookCount | null; recount: () => void } {
  const { id } = useAccount()
  const { data, refetch } = useQuery({
    queryKey: ['my-book-count', id, filter],
    queryFn: ({ signal }) => call(countMyBooks, { query: filter }, { signal }),
    staleTime: 0,
  })
  return { total: data ?? null, recount: () => void refetch() }
}
