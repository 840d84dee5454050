import { QueryClient, type Query } from '@tanstack/react-query'
import type { Topic } from '#contract/call.ts'
import { mayRetry, retryDelay } from '#client/api/retrying.ts'
import { onChange } from '#client/api/topics.ts'
import { currentSession, subscribeToSession, type Session } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: readonly Topic[]; isSteady?: boolean | undefined }
  }
}

/** What the signed-in screens have read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline a read must fail in words rather than wait without any.
    queries: { retry: mayRetry, retryDelay, networkMode: 'always', staleTime: 5_000 },
    mutations: { networkMode: 'always' },
  },
})

const readerOf = (session: Session) => (session.state === 'signed-in' ? session.account.id : null)
let reader = readerOf(currentSession())

// What was read is dropped on sign-out, and when another account is signed in.
subscribeToSession(() => {
  const session = currentSession()
  if (session.state === 'loading' || readerOf(session) === reader) return
  reader = readerOf(session)
  if (reader === null) queryClient.clear()
  else void queryClient.resetQueries()
})

onChange(async (topics) => {
  const isAbout = ({ meta }: Query) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false
  // A read that is under way began before the write.
  await queryClient.cancelQueries({ predicate: (query) => isAbout(query) && !query.meta?.isSteady })
  await queryClient.invalidateQueries({ predicate: isAbout, refetchType: 'none' })
  await readInvalidated(false)
})

const readInvalidated = (isSteady: boolean) =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state, meta }) => state.isInvalidated && (meta?.isSteady ?? false) === isSteady,
  })

/** Reads again what `isSteady`, where nothing is under the reader's hands any more. */
export const readSteadyAgain = (): Promise<void> => readInvalidated(true)
