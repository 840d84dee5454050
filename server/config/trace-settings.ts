import * as rules from './rules.ts'

/** Where traces of requests and jobs go. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    rule: rules.webUrl,
    what: 'Address of an OpenTelemetry collector that takes traces by OTLP over HTTP. [What it gets](runbook.md#traces).',
    otherwise: 'nothing is traced',
    example: 'http://localhost:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    rule: rules.headerPairs,
    what: 'Headers that the collector asks for, as `name=value` with commas between.',
    otherwise: 'none',
    example: 'authorization=Bearer%20THE_TOKEN',
    secret: 'all',
  },
  OTEL_TRACES_SAMPLER_ARG: { rule: rules.share, default: '1', what: 'Part of the requests and jobs that is traced.' },
} as const
