import { keepPreviousData, useInfiniteQuery, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { AnswerOf, Call, Page } from '#contract/call.ts'
import { call, callPage, type ItemOf } from '#client/api/call.ts'
import type { InputOf } from '#client/api/send.ts'

interface Reading {
  /** Another revision is another reading, even of the same call and input. */
  revision?: unknown
  /** A write of its topics leaves it as it is while it is shown; it is read again the next time. */
  isSteady?: boolean
}

type ReadOptions<Read, Shown> = Reading &
  Omit<UndefinedInitialDataOptions<Read, Error, Shown>, 'queryKey' | 'queryFn' | 'meta'>

export interface PagesOptions {
  staleTime?: number
  refetchOnWindowFocus?: boolean
  /** Shows what was read before until another input's first page is here. */
  keepsPrevious?: boolean
}

/** The pages of a call in the cache, of whatever input. */
export const pagesKey = ({ path }: Call) => [path, 'pages'] as const

/** What a call answers: read when it is needed, and again after a write of one of its topics. */
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

/** The first page of a list, with `next` saying whether there is more. */
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

/** A list page by page, from `start` on; null for its beginning. */
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
