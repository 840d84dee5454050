import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/problems.ts'
import type { Config } from '#server/config.ts'
import { clientOf } from '../client-of.ts'
import { answerError, sendProblem } from '../problem-responses.ts'

/** Per client and minute. */
const MOST_UNREADABLE = 300
const MOST_FORGED = 300
const WORDS = 'Too many requests; please wait a moment and try again.'

/** Answers malformed URLs, which reach no hook and so no rate limit, with a rate limit per client. */
export function unreadableAddresses(
  limits: Config['rateLimits'],
): (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const limiter = limits ? new MinuteLimiter(MOST_UNREADABLE) : null
  return (error, request, reply) => {
    const client = clientOf(request)
    if (limiter?.isReached(client))
      return sendProblem(request, reply.header('connection', 'close'), 'too_many_requests', WORDS)
    limiter?.count(client)
    return answerError(error, request, reply)
  }
}

/** Rate limit per client for webhook events with a wrong signature; all events that the card provider signed pass. */
export function limitForgedEvents(scope: FastifyInstance, limits: Config['rateLimits']): void {
  if (!limits) return
  const limiter = new MinuteLimiter(MOST_FORGED)
  scope.addHook('onRequest', async (request) => {
    if (limiter.isReached(clientOf(request))) refuse('too_many_requests', WORDS)
  })
  scope.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429) limiter.count(clientOf(request))
  })
}

const WINDOW_MS = 60_000
const MOST_CLIENTS = 20_000

/**
 * Rate limit in fixed windows of a minute, per client, for requests that the main rate limits don't see or mustn't
 * count. Cheap.
 */
class MinuteLimiter {
  readonly #most: number
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(most: number) {
    this.#most = most
  }

  count(client: string): void {
    const now = performance.now()
    const counter = this.#counts.get(client)
    if (counter && now < counter.until) counter.count += 1
    else {
      this.#counts.delete(client)
      // A Map keeps insertion order: its first key is the oldest.
      if (this.#counts.size >= MOST_CLIENTS) this.#counts.delete(this.#counts.keys().next().value!)
      this.#counts.set(client, { count: 1, until: now + WINDOW_MS })
    }
  }

  isReached(client: string): boolean {
    const counter = this.#counts.get(client)
    return counter !== undefined && counter.count >= this.#most && performance.now() < counter.until
  }
}
