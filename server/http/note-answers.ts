import type { FastifyInstance } from 'fastify'
import { USUAL_WAIT } from './problem-responses.ts'

/** Logs a line per answer, and gives every 503 a Retry-After. */
export function noteAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    // Those of screens and providers, too.
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', USUAL_WAIT.unavailable)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const memory = request.isFromCache && { memory: true }
    const outage = request.note?.outage !== undefined && { outage: request.note.outage }
    const took = { status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info({ method, route: routeOptions.url, ...took, ...memory, ...outage }, 'answered')
  })
}
