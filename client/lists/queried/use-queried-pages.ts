import { useEffect } from 'react'
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Page } from '#contract/call.ts'
import { joinPages, useListPlace, type PageStart } from '#client/lists/list-place.ts'
import type { Pages } from '#client/lists/pages.ts'

type Read<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>

/** `own`: what a member does changes it. `others`: it stays as it was left, and nothing leaves under somebody's hands. */
export const freshness = {
  // Whoever comes back from adding, buying or paying looks for what is new.
  own: { staleTime: 0, placeholderData: keepPreviousData },
  // Somebody who comes back from a book finds the list as they left it; a card may have an open dialog.
  others: { staleTime: 5 * 60_000, refetchOnWindowFocus: false },
}

export interface QueriedPages<Item extends { id: string }> extends Pages<Item> {
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number
  /** What is shown stands in another order than the one asked for. */
  isSorting: boolean
  refetch: () => void
  /** Changes one item in what is shown, without asking the server. */
  replace: (item: Item) => void
  remove: (id: string) => void
}

/**
 * A list whose pages the browser asks the API for; `sort` is the order that `read` asks for. How far it was walked
 * stands in the address and the history, so that Load more is a link. Read again, its pages follow on from one another.
 */
export function useQueriedPages<Item extends { id: string }>(
  key: readonly unknown[],
  read: Read<Item>,
  sort = '',
  of: keyof typeof freshness = 'own',
): QueriedPages<Item> {
  const client = useQueryClient()
  const { trail, current } = useListPlace()
  const start = trail[0] === undefined ? current : trail[0]
  const wanted = trail.length + 1
  const query = useInfiniteQuery({
    queryKey: [...key, sort, start],
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: start,
    getNextPageParam: (last: Page<Item>) => last.next,
    ...freshness[of],
  })
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const pages = data?.pages.slice(0, wanted)
  const lacksPages = !isPlaceholderData && data !== undefined && data.pages.length < wanted && hasNextPage

  useEffect(() => {
    if (lacksPages && !isFetching && !isError) void fetchNextPage()
  }, [lacksPages, isFetching, isError, fetchNextPage])

  const changePages = (change: (items: Item[]) => Item[]) =>
    client.setQueriesData<InfiniteData<Page<Item>, PageStart>>(
      { queryKey: key },
      (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, items: change(page.items) })) },
    )

  return {
    items: pages && joinPages(pages),
    readAt: query.dataUpdatedAt,
    error: query.error,
    next: isPlaceholderData ? null : (pages?.at(-1)?.next ?? null),
    isLoadingMore: lacksPages && !isError,
    isSorting: isPlaceholderData,
    isReading: isFetching && !query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
    refetch: () => void query.refetch(),
    replace: (item) => changePages((items) => items.map((other) => (other.id === item.id ? item : other))),
    remove: (id) => changePages((items) => items.filter((item) => item.id !== id)),
  }
}
