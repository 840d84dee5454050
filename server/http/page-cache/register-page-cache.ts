import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import { collectBuckets } from '#server/database/buckets/shown-buckets.ts'
import type { CdnHeaders } from '../cdn/cdn-headers.ts'
import { cacheableAs } from './cacheable-addresses.ts'
import { CachedAnswer } from './cached-answer.ts'
import { PageCache } from './page-cache.ts'
import { PendingRender } from './pending-render.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The render that other requests wait for, too; settled with null where its answer may not be cached. */
    pendingRender: PendingRender | null
    /** True once it was answered from the cache. */
    isFromCache: boolean
  }
}

/** Headers that belong to a single answer and are never cached. */
const OF_ONE_ANSWER = /^(?:x-request-id|x-ratelimit-.*|retry-after|connection|keep-alive|date|content-length)$/

/**
 * Answers public pages and calls from a cache, until something changes that they show. Register it before all other hooks:
 * such an answer costs less than a refusal, so it comes before the rate limits and the concurrency limits. `cdn`:
 * the headers for a CDN; null for none.
 */
export function registerPageCache(
  app: FastifyInstance,
  { watch, maxBytes, cdn }: { watch: CatalogueWatch; maxBytes: number; cdn: CdnHeaders | null },
): Pick<PageCache, 'bytes'> {
  const cache = new PageCache(watch, maxBytes)
  app.decorateRequest('pendingRender', null)
  app.decorateRequest('isFromCache', false)
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw
    if (isClosing || !mayBeAnyones(request.raw)) return done()
    const cacheable = cache.find(url) ?? (method === 'GET' ? cacheableAs(url) : null)
    if (!cacheable) return done()
    // An answer to HEAD, which has no body, is not for others.
    cache.ask(url, method === 'GET' ? cacheable : null).then((answer) => {
      // A request that waited until the shop closes is refused like all others.
      if (answer instanceof CachedAnswer && !isClosing) return send(answer, request, reply)
      if (answer instanceof PendingRender) join(answer, request, reply)
      done()
    }, done)
  })
  // Directly before the handler: what comes between may go on in another request's async context.
  app.addHook('preHandler', ({ pendingRender }, _reply, done) => {
    if (pendingRender) collectBuckets(pendingRender.shown, done)
    else done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { pendingRender } = request
    if (!pendingRender || pendingRender.isSettled) return payload
    if (!isForAll(reply)) {
      pendingRender.settle(null)
      return payload
    }
    if (cdn && cache.maySpread(pendingRender)) {
      void reply.headers(cdn.ofPage(pendingRender.shown, pendingRender.cacheable))
      for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('x-ratelimit-')) reply.removeHeader(name)
    }
    const answer = toCache(pendingRender, reply, payload)
    pendingRender.settle(answer)
    // The request that rendered it is answered as all others are.
    return answer ? inItsForm(answer, request, reply, payload) : payload
  })
  return cache
}

/**
 * Whether a request is a plain anonymous read. One with an Authorization is personal; the others are left to the hooks
 * that come later, which refuse or answer them.
 */
function mayBeAnyones({ method, headers }: IncomingMessage): boolean {
  const { authorization, host, expect } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && authorization === undefined && host !== undefined && expect === undefined
}

function send(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void {
  const { method, headers } = request.raw
  request.isFromCache = true
  reply.hijack()
  if (answer.isKnownTo(headers['if-none-match'])) {
    reply.raw.writeHead(304, [...answer.unchangedHead, 'x-request-id', request.id]).end()
    return
  }
  const { head, body } = answer.formFor(headers['accept-encoding'])
  reply.raw.writeHead(200, [...head, 'x-request-id', request.id])
  if (method === 'HEAD') reply.raw.end()
  else reply.raw.end(body)
}

/** Has a request render; aborted before the answer is made, it leaves that to the next waiter. */
function join(render: PendingRender, request: FastifyRequest, reply: FastifyReply): void {
  request.pendingRender = render
  const abort = () => render.settle('aborted')
  reply.raw.once('close', abort)
  // Already closed: `close` won't fire again.
  if (reply.raw.closed) abort()
}

/** Only a success without a sign of being personal may be cached. */
const isForAll = (reply: FastifyReply) =>
  reply.statusCode === 200 &&
  !reply.hasHeader('set-cookie') &&
  !String(reply.getHeader('cache-control')).includes('no-store')

function toCache({ cacheable }: PendingRender, reply: FastifyReply, body: unknown): CachedAnswer | null {
  if (!(typeof body === 'string' || Buffer.isBuffer(body))) return null
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.test(name))
  const texts = headers.map(([name, value]) => [name, String(value)] as const)
  return new CachedAnswer({ body, headers: Object.fromEntries(texts), isCompressed: cacheable.isPage })
}

function inItsForm(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  void reply.header('etag', answer.etag)
  // Then no more than that is said, and it has no encoding.
  if (answer.isKnownTo(request.headers['if-none-match'])) return payload
  const { encoding, body } = answer.formFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  void reply.headers({ 'content-encoding': encoding, 'content-length': body.length, vary: 'accept-encoding' })
  return body
}
