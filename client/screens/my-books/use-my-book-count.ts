import type { BookCount } from '#contract/books/book-calls.ts'
import { countMyBooks } from '#contract/books/my-book-calls.ts'
import type { MyBookFilter } from '#contract/books/my-book-filters.ts'
import { useCall } from '#client/session/use-call.ts'

/** How many of one's books are like that; null as long as nobody has counted. Nothing waits for it, and its failure is not worth a word. */
export function useMyBookCount(filter: MyBookFilter): { total: BookCount | null; recount: () => void } {
  const { data, refetch } = useCall(countMyBooks, { query: filter }, { isSteady: true, staleTime: 0 })
  return { total: data ?? null, recount: () => void refetch() }
}
