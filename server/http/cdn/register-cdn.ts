import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Purges } from '#server/ports/cdn.ts'
import type { CdnHeaders } from './cdn-headers.ts'

/** A removed picture is gone from a CDN after so long, whatever browsers may do with it. */
const MOST_FILE_SECONDS = 3600
/** A CDN that is slower delays no answer for longer. */
const MOST_WAIT_MS = 2000

/**
 * Tells a CDN not to keep what nothing else says of (register-page-cache.ts has the pages): what is no public file. And has
 * the answer to a write wait until the CDN has forgotten what that changed, so that its reader finds it on the next page.
 */
export function registerCdn(
  app: FastifyInstance,
  { headers, purges, mostWaitMs = MOST_WAIT_MS }: { headers: CdnHeaders; purges?: Purges; mostWaitMs?: number },
): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers.never))
  app.addHook('onSend', async (request, reply) => {
    const seconds = secondsOfFile(request, reply)
    if (reply.getHeader(headers.control) === 'no-store' && seconds !== null)
      void reply.headers(headers.ofFile(Math.min(seconds, MOST_FILE_SECONDS)))
    if (purges && isWritten(request, reply)) await withinWait(purges.purge(), mostWaitMs)
  })
}

/** Seconds for which shared caches may keep an answer; null for a private one. */
function secondsOfFile({ headers: { authorization } }: FastifyRequest, reply: FastifyReply): number | null {
  if (authorization !== undefined || reply.hasHeader('set-cookie') || ![200, 304].includes(reply.statusCode))
    return null
  const [, seconds] = /^public, max-age=(\d+)/.exec(String(reply.getHeader('cache-control'))) ?? []
  return seconds === undefined ? null : Number(seconds)
}

const isWritten = ({ method }: FastifyRequest, { statusCode }: FastifyReply) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) && statusCode < 400

/** Waits for work, and no longer than so many milliseconds. */
async function withinWait(work: Promise<unknown>, mostMs: number): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([work, sleep(mostMs, undefined, { signal: waiting.signal }).catch(() => {})])
  waiting.abort()
}
