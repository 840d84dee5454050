import type { FastifyInstance } from 'fastify'
import { USUAL_WAIT } from './problem-responses.ts'

/** Each answer has a line in the log, and where it is 503 says when to come back. */
export function noteAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    // Also where a screen or a provider says so.
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', USUAL_WAIT.unavailable)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const memory = request.isFromMemory && { memory: true }
    const outage = request.note?.outage !== undefined && { outage: request.note.outage }
    const took = { status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info({ method, route: routeOptions.url, ...took, ...memory, ...outage }, 'answered')
  })
}
