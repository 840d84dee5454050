import { useEffect } from 'react'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Call, Page } from '#contract/call.ts'
import type { ItemOf } from '#client/api/call.ts'
import type { InputOf } from '#client/api/send.ts'
import { joinPages, useListPlace } from '#client/lists/list-place.ts'
import type { Pages } from '#client/lists/pages.ts'
import { pagesKey, usePages, type PagesOptions } from './use-call.ts'

export interface PagedCall<Item extends { id: string }> extends Pages<Item> {
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
 * A list whose pages the browser asks the API for. How far it was walked stands in the address and the history, so that
 * Load more is a link. Read again, its pages follow on from one another. `isSteady`: nothing leaves it under its
 * reader's hands.
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
    // The reader comes back from adding, buying or paying.
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
