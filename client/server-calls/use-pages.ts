import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Page } from '#contract/call.ts'

type Read<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>

/**
 * A list of the API that comes in pages, grown by `loadMore`. `items` is undefined until the first page is here, and
 * stays when a later reading fails: `error` tells of the latest one.
 */
export function usePages<Item extends { id: string }>(key: readonly unknown[], read: Read<Item>) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page<Item>) => last.next,
    // Whoever comes back from adding, buying or paying looks for what is new.
    staleTime: 0,
  })

  const changePages = (change: (items: Item[]) => Item[]) =>
    client.setQueryData<InfiniteData<Page<Item>>>(
      key,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
    )

  return {
    items: query.data?.pages.flatMap((page) => page.items),
    /** When the list was last read, in milliseconds since 1970. */
    readAt: query.dataUpdatedAt,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isReading: query.isFetching && !query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    /** After an error: what was asked for last, again. */
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    refetch: () => void query.refetch(),
    /** Changes one item in what is shown, without asking the server. */
    replace: (item: Item) => changePages((items) => items.map((other) => (other.id === item.id ? item : other))),
    remove: (id: string) => changePages((items) => items.filter((item) => item.id !== id)),
  }
}

export type Pages<Item extends { id: string }> = ReturnType<typeof usePages<Item>>
