import { QueryClient } from '@tanstack/react-query'
import { QUERY_RETRIES, QUERY_RETRY_CAP_MS } from '#contract/constants.ts'
import { isWorthRepeating } from '#client/server-calls/problem-error.ts'
import { currentSession, subscribeToSession } from './session.ts'

/** Failed reads are repeated, unless the server's no is its last word. `failures`: how many there were already. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < QUERY_RETRIES && isWorthRepeating(error)
}

/** Exponential back-off with a cap, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, QUERY_RETRY_CAP_MS)
}

/** What the signed-in screens have read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline a read must fail in words rather than wait without any.
    queries: { retry: mayRetry, retryDelay, networkMode: 'always', staleTime: 5_000 },
    mutations: { networkMode: 'always' },
  },
})

// What one person read is none of the next one's business.
subscribeToSession(() => {
  if (currentSession().state === 'signed-out') queryClient.clear()
})
