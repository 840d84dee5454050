import { keepPreviousData, useInfiniteQuery, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { AnswerOf, Call, Page } from '#contract/call.ts'
import { call, callPage, type ItemOf } from '#client/api/call.ts'
import type { InputOf } from '#client/api/send.ts'

interface Reading {
  /** Extra part of the query key, for the same call and input. */
  revision?: unknown
  /** Invalidation by writes waits until the next mount, so that nothing changes under the reader. */
  isSteady?: boolean
}

type ReadOptions<Read, Shown> = Reading &
  Omit<UndefinedInitialDataOptions<Read, Error, Shown>, 'queryKey' | 'queryFn' | 'meta'>

export interface PagesOptions {
  staleTime?: number
  refetchOnWindowFocus?: boolean
  /** Previous data as placeholder until another input's first page is here. */
  keepsPrevious?: boolean
}

/** Query key of a call's pages, for any input. */
export const pagesKey = ({ path }: Call) => [path, 'pages'] as const

/** Query of a call: fetched on mount, refetched after writes to its topics. */
export function useCall<C extends Call, Shown = AnswerOf<C>>(
  declared: C,
  input: InputOf<C>,
  { revision, isSteady, ...options }: ReadOptions<AnswerOf<C>, Shown> = {},
) {
  return useQuery({
    queryKey: [declared.path, input, revision],
    queryFn: ({ signal }) => call(declared, input, { signal }),
    meta: { topics: declared.topics, isSteady },
    ...options,
  })
}

/** Query of a list's first page; `next` is the cursor of more. */
export function useFirstPage<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: Omit<ReadOptions<Page<ItemOf<AnswerOf<C>>>, Page<ItemOf<AnswerOf<C>>>>, keyof Reading> = {},
) {
  return useQuery({
    queryKey: [declared.path, 'first page', input],
    queryFn: ({ signal }) => callPage(declared, input, { signal }),
    meta: { topics: declared.topics },
    ...options,
  })
}

/** Infinite query of a list from the cursor `start` on; null for the first page. */
export function usePages<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: Reading & PagesOptions & { start?: string | null } = {},
) {
  const { revision, isSteady, start = null, keepsPrevious, ...more } = options
  return useInfiniteQuery({
    queryKey: [...pagesKey(declared), input, start, revision],
    queryFn: ({ pageParam, signal }) => {
      const page: object = { ...input, query: { ...input.query, cursor: pageParam ?? undefined } }
      return callPage(declared, page as InputOf<C>, { signal })
    },
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    meta: { topics: declared.topics, isSteady },
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...more,
  })
}
