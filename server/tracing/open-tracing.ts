import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { SpanKind, type Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Config } from '#server/config.ts'
import { VERSION } from '#server/config/version.ts'
import type { Log } from '#server/services.ts'
import { endSpan, startSpan, traceWith } from './spans.ts'

/**
 * Sends traces to an OpenTelemetry collector from now on (OTLP over HTTP): requests, jobs, statements, and what
 * providers are asked. A collector that is away loses them and hinders nothing.
 */
export async function openTracing(
  { endpoint, headers, share }: NonNullable<Config['tracing']>,
  log: Pick<Log, 'warn'>,
): Promise<{ close(): Promise<void> }> {
  // Few shops trace, and the libraries take their time to load.
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = tellingOf(new OTLPTraceExporter({ url: new URL('v1/traces', `${endpoint}/`).href, headers }), log)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'dogear', 'service.version': VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  traceWith(provider.getTracer('dogear', VERSION))
  const calls = traceCalls()
  return {
    close: async () => {
      traceWith(null)
      calls.end()
      await provider.shutdown().catch(() => {})
    },
  }
}

/** Logs the first of several failures to send, and the next after it has worked again. */
function tellingOf(exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const err = result.error
        if (err && !isFailing) log.warn({ err }, 'traces: the collector takes none; they are lost until it does')
        isFailing = err !== undefined
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

interface CallMade {
  request: { origin: string; method: string }
  response?: { statusCode: number }
  error?: unknown
}

/** Traces what `fetch` asks of others, by the channels on which Node tells of it. */
function traceCalls(): { end(): void } {
  const spans = new WeakMap<object, Span>()
  const begin = ({ request }: CallMade) => {
    const attributes = { 'http.request.method': request.method, 'server.address': new URL(request.origin).hostname }
    const span = startSpan(request.method, { kind: SpanKind.CLIENT, attributes })
    if (span) spans.set(request, span)
  }
  const answered = ({ request, response }: CallMade) =>
    void spans.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0)
  const end = ({ request, error }: CallMade) => endSpan(spans.get(request) ?? null, error ?? null)
  const channels = Object.entries({ create: begin, headers: answered, trailers: end, error: end }).map(
    ([name, listen]) => [`undici:request:${name}`, (message: unknown) => listen(message as CallMade)] as const,
  )
  for (const [name, listen] of channels) subscribe(name, listen)
  return {
    end: () => {
      for (const [name, listen] of channels) unsubscribe(name, listen)
    },
  }
}
