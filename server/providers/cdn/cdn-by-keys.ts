import type { Cdn, CdnProtocol } from '#server/ports/cdn.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

const TIMEOUT_MS = 5000
/** Cloudflare takes 100 in a request, Fastly 256. */
const MOST_KEYS = 100

interface Options {
  /** Address that takes purges. */
  url: string
  protocol: CdnProtocol
  /** Null where the address needs none. */
  token: string | null
  timeoutMs?: number
}

/**
 * A CDN that forgets by keys: POST with `Surrogate-Key` as Fastly takes it and deploy/varnish does, or with tags in JSON
 * as Cloudflare does. Any 2xx confirms. Connects with the first purge.
 */
export function cdnByKeys({ url, protocol, token, timeoutMs = TIMEOUT_MS }: Options): Cdn {
  const credentials = token === null ? {} : { authorization: `Bearer ${token}`, 'fastly-key': token }
  const post = async (keys: readonly string[]) => {
    const how = requestOf(protocol, keys)
    const headers = { ...how.headers, ...credentials }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...how, method: 'POST', headers, redirect: 'error', signal })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`It answered ${response.status}`)
  }
  return {
    async purge(keys) {
      try {
        for (let at = 0; at < keys.length; at += MOST_KEYS) await post(keys.slice(at, at + MOST_KEYS))
      } catch (error) {
        throw new ProviderError('The CDN hasn’t confirmed a purge', { cause: error })
      }
    },
  }
}

function requestOf(protocol: CdnProtocol, keys: readonly string[]): { headers: Record<string, string>; body?: string } {
  return protocol === 'surrogate-key'
    ? { headers: { 'surrogate-key': keys.join(' ') } }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ tags: keys }) }
}
