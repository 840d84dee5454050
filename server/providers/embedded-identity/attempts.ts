import { normalizeIP } from '@better-auth/core/utils/ip'
import { CLIENT_ADDRESS_HEADER } from '#server/ports/identity.ts'
import type { RequestCounts } from '#server/ports/request-counts.ts'

/** Rate limit: at most `max` attempts in a window of `seconds`. */
export type Limit = { max: number; seconds: number }

/** Counts an attempt. Null when it is within the limit, else the seconds until the window ends. */
export async function secondsToWait(counts: RequestCounts, key: string, limit: Limit): Promise<number | null> {
  const { count, endsInMs } = await counts.add(key, 1, limit.seconds * 1000)
  return count > limit.max ? Math.max(1, Math.ceil(endsInMs / 1000)) : null
}

/** Rate-limit key of a client: an IPv6 customer owns a /64, so that is counted. */
export const clientKey = (headers: Headers): string => normalizeIP(headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown')
