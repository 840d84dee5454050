import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import { Flight } from './flight.ts'
import { keptAs } from './kept-addresses.ts'
import { KeptAnswer } from './kept-answer.ts'
import { PageMemory } from './page-memory.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On which the answer is made for others, too; whoever finds that it isn't worth keeping ends it. */
    flight: Flight | null
    /** True once it was answered from memory. */
    isFromMemory: boolean
  }
}

/** Headers of one answer alone. */
const OF_ONE_ANSWER = /^(?:x-request-id|x-ratelimit-.*|retry-after|connection|keep-alive|date|content-length)$/

/**
 * Answers what is the same for everybody from memory, for as long as the catalogue stays as it is. Register it before
 * all other hooks: such an answer costs less than a refusal, so it comes before the rate limits and the lanes.
 */
export function registerPageMemory(app: FastifyInstance, watch: CatalogueWatch): void {
  const memory = new PageMemory(watch)
  app.decorateRequest('flight', null)
  app.decorateRequest('isFromMemory', false)
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw
    if (isClosing || !mayBeAnyones(request.raw)) return done()
    const found = memory.find(url)
    if (found) return send(found, request, reply)
    const kept = method === 'GET' ? keptAs(url) : null
    if (!kept) return done()
    memory.ask(url, kept).then((answer) => {
      // Whoever has waited until the shop closes is told so like all others.
      if (answer instanceof KeptAnswer && !isClosing) return send(answer, request, reply)
      if (answer instanceof Flight) board(answer, request, reply)
      done()
    }, done)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { flight } = request
    if (!flight || flight.isOver) return payload
    const answer = toKeep(flight, reply, payload)
    flight.end(answer)
    // To whoever asked for it first it goes as to all others.
    return answer ? inItsForm(answer, request, reply, payload) : payload
  })
}

/**
 * Whether a request is of the plain kind that anyone may send. One with an Authorization is somebody's own; about the
 * others there is something to be said, by the hooks that come later.
 */
function mayBeAnyones({ method, headers }: IncomingMessage): boolean {
  const { authorization, host, expect } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && authorization === undefined && host !== undefined && expect === undefined
}

function send(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): void {
  const { method, headers } = request.raw
  request.isFromMemory = true
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

/** Whoever leaves before the answer is made leaves the others to make it. */
function board(flight: Flight, request: FastifyRequest, reply: FastifyReply): void {
  request.flight = flight
  const leave = () => flight.end('left')
  reply.raw.once('close', leave)
  // Gone already: nobody tells that again.
  if (reply.raw.closed) leave()
}

/** Only what went well, and bears no sign of being for one person. */
function toKeep({ kept }: Flight, reply: FastifyReply, body: unknown): KeptAnswer | null {
  if (reply.statusCode !== 200 || !(typeof body === 'string' || Buffer.isBuffer(body))) return null
  if (reply.hasHeader('set-cookie') || String(reply.getHeader('cache-control')).includes('no-store')) return null
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.test(name))
  const texts = headers.map(([name, value]) => [name, String(value)] as const)
  return new KeptAnswer({ body, headers: Object.fromEntries(texts), isCompressed: kept.isPage })
}

function inItsForm(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  void reply.header('etag', answer.etag)
  // Then no more than that is said, and it has no encoding.
  if (answer.isKnownTo(request.headers['if-none-match'])) return payload
  const { encoding, body } = answer.formFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  void reply.headers({ 'content-encoding': encoding, 'content-length': body.length, vary: 'accept-encoding' })
  return body
}
