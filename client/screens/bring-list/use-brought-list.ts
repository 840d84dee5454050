import { keepPreviousData } from '@tanstack/react-query'
import { changeList, listImports, lookAtList, type BroughtList, type Imported } from '#contract/books/brought-lists.ts'
import type { BodyOf } from '#contract/call.ts'
import { call } from '#client/api/call.ts'
import { useCall } from '#client/session/use-call.ts'

const POLL_MS = 1500
/** Whether an import is unfinished; taken back, it counts until it has stopped, and blocks the next list. */
const isUnderWay = (one: Imported) => one.isUnderWay

/** List as its seller sees it, with `change` to adjust how it is read. */
export interface ShownList {
  list: BroughtList
  change: (how: BodyOf<typeof changeList>) => Promise<BroughtList | null>
}

/** Imports of the seller, polled while one is running, and the uploaded list. */
export function useBroughtList() {
  const imports = useCall(
    listImports,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false) },
  )
  const [newest] = imports.data ?? []
  const running = imports.data?.find(isUnderWay)
  const { data, isPlaceholderData, ...list } = useCall(
    lookAtList,
    {},
    {
      // Refetches when an import begins or ends.
      revision: [newest?.id, running?.id],
      enabled: imports.data !== undefined,
      staleTime: running ? Infinity : 0,
      // Each read parses the whole file.
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      select: (answer) => answer.list,
    },
  )
  const refetch = async () => (await list.refetch({ throwOnError: true })).data ?? null
  return {
    imports,
    running,
    /** Number of rows of the running import, where known. */
    rows: data?.look?.rows,
    /** Undefined while loading; null without a list. */
    list: running || isPlaceholderData ? undefined : data,
    isFirstLoad: data === undefined && !running && !list.error,
    error: list.error,
    /** Refetches, deduped with a read that is already in flight. */
    refetch: () => list.refetch({ cancelRefetch: false }),
    refetchImports: imports.refetch,
    async change(how: BodyOf<typeof changeList>) {
      await call(changeList, { body: how })
      return refetch()
    },
  }
}
