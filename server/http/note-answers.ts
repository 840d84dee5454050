import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOutcome, Metrics } from '#server/services.ts'
import { shortenedClient } from './client-of.ts'
import { routeOf } from './monitoring/route-of.ts'
import { USUAL_WAIT } from './problem-responses.ts'
import { endRequestSpan, factsOf } from './request-notes/request-notes.ts'

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
/** Longer answers are looked at: a stream's length says nothing of us. */
const LONG_MS = 1000

/** Logs and counts each answer, and gives every 503 a Retry-After. */
export function noteAnswers(app: FastifyInstance, metrics: Pick<Metrics, 'answered'>): void {
  app.addHook('onSend', async (_request, reply) => {
    // Those of screens and providers, too.
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', USUAL_WAIT.unavailable)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const [route, ms] = [routeOf(request), reply.elapsedTime]
    const { statusCode: status } = reply.raw
    const outage = request.note?.outage
    metrics.answered({
      route,
      method,
      outcome: outcomeOf(status, outage),
      seconds: ms > LONG_MS && isStream(reply) ? null : ms / 1000,
      cacheResult: cacheResultOf(request),
    })
    endRequestSpan(request, route, status)
    const memory = request.isFromCache && { memory: true }
    request.log.info(
      { method, route, status, ms: Math.round(ms), client: shortenedClient(request), ...memory, ...factsOf(request) },
      'answered',
    )
  })
}

function outcomeOf(status: number, outage: string | undefined): AnswerOutcome {
  if (status === 429) return 'limited'
  if (status === 503) return outage === 'busy' ? 'shed' : 'unavailable'
  return CLASSES[Math.floor(status / 100) - 1] ?? '5xx'
}

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')

function cacheResultOf({ isFromCache, pendingRender }: FastifyRequest): 'hit' | 'miss' | null {
  if (isFromCache) return 'hit'
  return pendingRender ? 'miss' : null
}
