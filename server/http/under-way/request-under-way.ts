import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/services.ts'

/** What is known of a request wherever it is being worked on. */
interface RequestNote {
  readonly reqId: string
  /** What kept it from being answered. */
  outage?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    note: RequestNote | null
  }
}

const underWay = new AsyncLocalStorage<RequestNote>()

/** Has all that is done for a request know it, use cases and providers included. */
export function registerRequestNotes(app: FastifyInstance): void {
  app.decorateRequest('note', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.note = { reqId: request.id }
    underWay.run(request.note, done)
  })
  // A body arrives on the connection's behalf, not on the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.note) underWay.run(request.note, done)
    else done()
  })
}

/** Writes down for the request's own line in the log what kept it from being answered. */
export function noteOnRequest(outage: string): void {
  const note = underWay.getStore()
  if (note) note.outage = outage
}

/** The same log, whose lines carry the id of the request that they are about: the number that a person reads. */
export function withRequestId(log: Log): Log {
  const facts = (given: object) => {
    const reqId = underWay.getStore()?.reqId
    return reqId === undefined ? given : { reqId, ...given }
  }
  return {
    info: (given, message) => log.info(facts(given), message),
    warn: (given, message) => log.warn(facts(given), message),
    error: (given, message) => log.error(facts(given), message),
  }
}
