import { isRetryable } from './problem-error.ts'

/** §9: failed reads are repeated, with exponential backoff up to the cap. */
export const QUERY_RETRIES = 3
const QUERY_RETRY_CAP_MS = 30_000

/** Retries failed reads, unless the refusal is final. `failures`: attempts that failed so far. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < QUERY_RETRIES && isRetryable(error)
}

/** Exponential backoff with a cap, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, QUERY_RETRY_CAP_MS)
}
