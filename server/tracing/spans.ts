import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Context, Span, SpanOptions, Tracer } from '@opentelemetry/api'
import { spanOfWork, withNotes, type WorkNotes } from './work-notes.ts'

let tracer: Tracer | null = null

/** Has spans made by a tracer from now on; null: none are made. */
export function traceWith(one: Tracer | null): void {
  tracer = one
}

/** Whether spans are made. */
export const isTracing = (): boolean => tracer !== null

/** Starts a span, below that of the work under way unless `parent` says otherwise; null while nothing is traced. */
export function startSpan(name: string, { parent, ...options }: SpanOptions & { parent?: Context }): Span | null {
  return tracer && tracer.startSpan(name, options, parent ?? contextOfWork())
}

function contextOfWork(): Context {
  const span = spanOfWork()
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

/** Notes as attributes of a span, by the names that the log has for them. */
export function attributesOf(notes: WorkNotes): Attributes {
  const { traceId: _, ...ids } = notes
  return Object.fromEntries(Object.entries(ids).map(([name, value]) => [`dogear.${name}`, value]))
}

/** Ends a span; of what has failed with the error's kind alone, since its words may quote what a person wrote. */
export function endSpan(span: Span | null, error: unknown = null): void {
  if (error !== null) {
    span?.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
    span?.setStatus({ code: SpanStatusCode.ERROR })
  }
  span?.end()
}

/** Does a job with notes and a span of its own. */
export async function withJobSpan(name: string, notes: WorkNotes, work: () => Promise<void>): Promise<void> {
  const span = startSpan(name, { kind: SpanKind.CONSUMER, attributes: attributesOf(notes), root: true })
  const noted = { ...notes, ...(span && { traceId: span.spanContext().traceId }) }
  await withNotes(noted, work, span).then(
    () => endSpan(span),
    (error: unknown) => {
      endSpan(span, error)
      throw error
    },
  )
}

const MOST_OF_STATEMENT = 2000

/** Makes the span of a statement that has ended. Its values are parameters, which stay out. */
export function traceStatement(text: string, ms: number, error: unknown = null): void {
  if (!tracer) return
  const [operation = ''] = /[a-z]+/i.exec(text) ?? []
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, MOST_OF_STATEMENT) }
  endSpan(startSpan(operation.toUpperCase(), { kind: SpanKind.CLIENT, attributes, startTime: Date.now() - ms }), error)
}
