import { headersOf } from './secret-values.ts'
import type { Settings } from './settings.ts'

/** Where traces go, with the headers that it asks for, and which part of all; null for nowhere. */
export function tracingOf(read: Settings) {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: pairs,
    OTEL_TRACES_SAMPLER_ARG: share,
  } = read
  return endpoint ? { endpoint, headers: pairs ? headersOf(pairs) : {}, share } : null
}
