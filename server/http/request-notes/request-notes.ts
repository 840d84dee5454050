import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/services.ts'

/** Notes about a request, available wherever it is being worked on. */
interface RequestNote {
  readonly reqId: string
  /** Outage that kept it from being answered. */
  outage?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    note: RequestNote | null
  }
}

const noteOfRequest = new AsyncLocalStorage<RequestNote>()

/**
 * Makes a request's notes available to all that is done for it (AsyncLocalStorage), use cases and providers included.
 */
export function registerRequestNotes(app: FastifyInstance): void {
  app.decorateRequest('note', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.note = { reqId: request.id }
    noteOfRequest.run(request.note, done)
  })
  // A body arrives in the connection's async context instead of the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.note) noteOfRequest.run(request.note, done)
    else done()
  })
}

/** Notes an outage for the request's own line in the log. */
export function noteOnRequest(outage: string): void {
  const note = noteOfRequest.getStore()
  if (note) note.outage = outage
}

/** Logger whose lines carry the current request's id: the number that a person reads. */
export function withRequestId(log: Log): Log {
  const facts = (given: object) => {
    const reqId = noteOfRequest.getStore()?.reqId
    return reqId === undefined ? given : { reqId, ...given }
  }
  return {
    info: (given, message) => log.info(facts(given), message),
    warn: (given, message) => log.warn(facts(given), message),
    error: (given, message) => log.error(facts(given), message),
  }
}
