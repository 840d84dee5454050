import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { mayRetry, retryDelay } from '#client/api/retrying.ts'
import { currentSession, subscribeToSession } from './session.ts'

/** What the signed-in screens have read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline a read must fail in words rather than wait without any.
    queries: { retry: mayRetry, retryDelay, networkMode: 'always', staleTime: 5_000 },
    mutations: { networkMode: 'always' },
  },
})

// Cached queries are cleared on sign-out.
subscribeToSession(() => {
  if (currentSession().state === 'signed-out') queryClient.clear()
})

/** Shows what was written in place of what is read by this key. A read that is under way began before, and is given up. */
export async function showWritten(queryKey: QueryKey, written: object): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, written)
}
