import { useEffect } from 'react'
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Page } from '#contract/call.ts'
import { joinPages, useListPlace, type PageStart } from '#client/lists/list-place.ts'

type Read<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>

/**
 * A list of the API that comes in pages; `sort` is the order that `read` asks for. How far it was walked stands in the
 * address and the history, so that Load more is a link (parts/load-more.tsx). Read again, its pages follow on from one
 * another. `items` is undefined until the first page is here; they stay while another order is read and when a later
 * reading fails: `error` tells of the latest one.
 */
export function usePages<Item extends { id: string }>(key: readonly unknown[], read: Read<Item>, sort = '') {
  const client = useQueryClient()
  const { trail, current } = useListPlace()
  const start = trail[0] === undefined ? current : trail[0]
  const wanted = trail.length + 1
  const query = useInfiniteQuery({
    queryKey: [...key, sort, start],
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: start,
    getNextPageParam: (last: Page<Item>) => last.next,
    // Whoever comes back from adding, buying or paying looks for what is new.
    staleTime: 0,
    placeholderData: keepPreviousData,
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
    /** When the list was last read, in milliseconds since 1970. */
    readAt: query.dataUpdatedAt,
    error: query.error,
    /** Where the page after those shown begins; null at the end. */
    next: isPlaceholderData ? null : (pages?.at(-1)?.next ?? null),
    /** The page that was asked for last is still to come. */
    isLoadingMore: lacksPages && !isError,
    /** What is shown stands in another order than the one asked for. */
    isSorting: isPlaceholderData,
    isReading: isFetching && !query.isFetchingNextPage,
    /** After an error: what was asked for last, again. */
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
    refetch: () => void query.refetch(),
    /** Changes one item in what is shown, without asking the server. */
    replace: (item: Item) => changePages((items) => items.map((other) => (other.id === item.id ? item : other))),
    remove: (id: string) => changePages((items) => items.filter((item) => item.id !== id)),
  }
}

export type Pages<Item extends { id: string }> = ReturnType<typeof usePages<Item>>
