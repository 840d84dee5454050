import { QueryClient, type Query } from '@tanstack/react-query'
import type { Topic } from '#contract/call.ts'
import { mayRetry, retryDelay } from '#client/api/retrying.ts'
import { setInvalidator } from '#client/api/topics.ts'
import { currentSession, subscribeToSession, type Session } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: readonly Topic[]; isSteady?: boolean | undefined }
  }
}

/** Query cache of the signed-in screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Network mode `always`: offline reads fail with a message instead of pausing silently.
    queries: { retry: mayRetry, retryDelay, networkMode: 'always', staleTime: 5_000 },
    mutations: { networkMode: 'always' },
  },
})

const readerOf = (session: Session) => (session.state === 'signed-in' ? session.account.id : null)
let reader = readerOf(currentSession())

// Clears the cache on sign-out, and resets it for another account.
subscribeToSession(() => {
  const session = currentSession()
  if (session.state === 'loading' || readerOf(session) === reader) return
  reader = readerOf(session)
  if (reader === null) queryClient.clear()
  else void queryClient.resetQueries()
})

setInvalidator(async (topics) => {
  const isAbout = ({ meta }: Query) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false
  // Cancels reads in flight: they began before the write.
  await queryClient.cancelQueries({ predicate: (query) => isAbout(query) && !query.meta?.isSteady })
  await queryClient.invalidateQueries({ predicate: isAbout, refetchType: 'none' })
  await readInvalidated(false)
})

const readInvalidated = (isSteady: boolean) =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state, meta }) => state.isInvalidated && (meta?.isSteady ?? false) === isSteady,
  })

/** Refetches invalidated `isSteady` queries, once a change under the reader is fine. */
export const readSteadyAgain = (): Promise<void> => readInvalidated(true)
