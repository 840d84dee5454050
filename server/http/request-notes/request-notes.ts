import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { attributesOf, isTracing, startSpan } from '#server/tracing/spans.ts'
import { withNotes, type WorkNotes } from '#server/tracing/work-notes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    note: WorkNotes | null
    span: Span | null
  }
}

/**
 * Makes a request's notes, and its span where traces are collected, available to all that is done for it. Behind a
 * proxy, which `isProxied` says, spans go below the proxy's own (`traceparent`); a stranger's header means nothing.
 */
export function registerRequestNotes(app: FastifyInstance, isProxied: boolean): void {
  app.decorateRequest('note', null)
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const span = isTracing() ? startRequestSpan(request, isProxied) : null
    request.span = span
    request.note = { reqId: request.id, ...(span && { traceId: span.spanContext().traceId }) }
    withNotes(request.note, done, span)
  })
  // A body arrives in the connection's async context instead of the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.note) withNotes(request.note, done, request.span)
    else done()
  })
}

function startRequestSpan({ method, headers }: FastifyRequest, isProxied: boolean): Span | null {
  const parent = isProxied ? propagator.extract(ROOT_CONTEXT, headers, headerReader) : ROOT_CONTEXT
  return startSpan(method, { kind: SpanKind.SERVER, parent })
}

const propagator = new W3CTraceContextPropagator()
const headerReader = {
  keys: (headers: IncomingHttpHeaders) => Object.keys(headers),
  get: (headers: IncomingHttpHeaders, name: string) => headers[name],
}

/** A request's notes, for the lines of its own logger, which has its id already. */
export function factsOf({ note }: FastifyRequest): Omit<WorkNotes, 'reqId'> {
  const { reqId: _, ...facts } = note ?? {}
  return facts
}

/** Ends the span of an answered request. */
export function endRequestSpan(request: FastifyRequest, route: string, status: number): void {
  const { span, method, note } = request
  if (!span) return
  span.updateName(`${method} ${route}`)
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
  span.setAttributes(attributesOf({ ...note }))
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
