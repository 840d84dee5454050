import { useEffect } from 'react'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Call, Page } from '#contract/call.ts'
import type { ItemOf } from '#client/api/call.ts'
import type { InputOf } from '#client/api/send.ts'
import { joinPages, useListPlace } from '#client/lists/list-place.ts'
import type { Pages } from '#client/lists/pages.ts'
import { pagesKey, usePages, type PagesOptions } from './use-call.ts'

export interface PagedCall<Item extends { id: string }> extends Pages<Item> {
  /** Time of the last read, in milliseconds since 1970. */
  readAt: number
  /** The items shown are in the previous order until the sorted data is here. */
  isSorting: boolean
  refetch: () => void
  /** Replaces an item in the cache, without a request. */
  replace: (item: Item) => void
  remove: (id: string) => void
}

/**
 * Paginated list read from the API. Its position is in the address and the history, so Load more is a link. A refetch
 * follows the cursors page by page. `isSteady`: no write removes an item under the reader.
 */
export function usePagedCall<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: PagesOptions & { isSteady?: boolean } = {},
): PagedCall<ItemOf<AnswerOf<C>> & { id: string }> {
  type Item = ItemOf<AnswerOf<C>> & { id: string }
  const client = useQueryClient()
  const { trail, current } = useListPlace()
  const wanted = trail.length + 1
  const query = usePages(declared, input, {
    start: trail[0] === undefined ? current : trail[0],
    // Always stale: the reader returns from adding, buying or paying.
    staleTime: 0,
    keepsPrevious: true,
    ...options,
  })
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const pages = data?.pages.slice(0, wanted) as Page<Item>[] | undefined
  const lacksPages = !isPlaceholderData && data !== undefined && data.pages.length < wanted && hasNextPage

  useEffect(() => {
    if (lacksPages && !isFetching && !isError) void fetchNextPage()
  }, [lacksPages, isFetching, isError, fetchNextPage])

  const changePages = (change: (items: Item[]) => Item[]) =>
    client.setQueriesData<InfiniteData<Page<Item>>>(
      { queryKey: pagesKey(declared) },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
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
