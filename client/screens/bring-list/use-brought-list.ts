import { keepPreviousData } from '@tanstack/react-query'
import { changeList, listImports, lookAtList, type BroughtList, type Imported } from '#contract/books/brought-lists.ts'
import type { BodyOf } from '#contract/call.ts'
import { call } from '#client/api/call.ts'
import { useCall } from '#client/session/use-call.ts'

const LOOK_AGAIN_MS = 1500
/** Also one that was taken back and has yet to stop: until then there is no room for another list. */
const isUnderWay = (one: Imported) => one.isUnderWay

/** A list as its seller sees it, and how to say how it is read. Resolves to the list as it is read then. */
export interface ShownList {
  list: BroughtList
  change: (how: BodyOf<typeof changeList>) => Promise<BroughtList | null>
}

/** The seller's imports, read again and again while one goes on, and the list that waits for its seller. */
export function useBroughtList() {
  const imports = useCall(
    listImports,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false) },
  )
  const [newest] = imports.data ?? []
  const running = imports.data?.find(isUnderWay)
  const { data, isPlaceholderData, ...list } = useCall(
    lookAtList,
    {},
    {
      // What is known of a list goes with an import that begins or ends.
      revision: [newest?.id, running?.id],
      enabled: imports.data !== undefined,
      staleTime: running ? Infinity : 0,
      // A look reads all of the file.
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      select: (answer) => answer.list,
    },
  )
  const refetch = async () => (await list.refetch({ throwOnError: true })).data ?? null
  return {
    imports,
    running,
    /** How many rows are being listed, where that is known. */
    rows: data?.look?.rows,
    /** Undefined until it is known; null where there is none. */
    list: running || isPlaceholderData ? undefined : data,
    error: list.error,
    /** Joins a look that an import's beginning or end has begun already. */
    refetch: () => list.refetch({ cancelRefetch: false }),
    refetchImports: imports.refetch,
    async change(how: BodyOf<typeof changeList>) {
      await call(changeList, { body: how })
      return refetch()
    },
  }
}
