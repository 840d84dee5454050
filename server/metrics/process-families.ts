import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { gauge, type Family } from './exposition.ts'

const NANOSECONDS = 1e9
/** Its timer's own interval is part of each delay that the watch reports. */
const RESOLUTION_MS = 10
const MICROSECONDS = 1e6
const KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}

/** Watches of the process: one each, however many shops it has, from the first scrape on. */
let watches: {
  lag: ReturnType<typeof monitorEventLoopDelay>
  gc: Map<string, { count: number; seconds: number }>
} | null = null

function watch() {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  const gc = new Map<string, { count: number; seconds: number }>()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind = 0 } = (entry as unknown as { detail?: { kind?: number } }).detail ?? {}
      const name = KINDS[kind] ?? 'other'
      const before = gc.get(name) ?? { count: 0, seconds: 0 }
      gc.set(name, { count: before.count + 1, seconds: before.seconds + entry.duration / 1000 })
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return { lag, gc }
}

/** The process itself, by the names that Prometheus' clients share. The event loop's lag is that since the last scrape. */
export function processFamilies(): Family[] {
  watches ??= watch()
  const { lag, gc } = watches
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  // No figures before the first delay was seen.
  const delays = lag.count > 0 ? [lag.percentile(50), lag.percentile(99), lag.max] : []
  const [p50, p99, max] = delays.map((delay) => Math.max(0, delay / NANOSECONDS - RESOLUTION_MS / 1000))
  lag.reset()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      samples: [{ value: (user + system) / MICROSECONDS }],
    },
    gauge('process_start_time_seconds', 'When this process began, in Unix time.', Date.now() / 1000 - process.uptime()),
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Heap reserved.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
    gauge('nodejs_eventloop_lag_p50_seconds', 'Half of the turns came at most so late.', p50),
    gauge('nodejs_eventloop_lag_p99_seconds', '99 % of the turns came at most so late.', p99),
    gauge('nodejs_eventloop_lag_max_seconds', 'The latest turn since the last scrape.', max),
    {
      name: 'nodejs_gc_duration_seconds_total',
      help: 'Time of garbage collections since the first scrape.',
      type: 'counter',
      samples: [...gc].map(([kind, { seconds }]) => ({ labels: { kind }, value: seconds })),
    },
    {
      name: 'nodejs_gc_runs_total',
      help: 'Garbage collections since the first scrape.',
      type: 'counter',
      samples: [...gc].map(([kind, { count }]) => ({ labels: { kind }, value: count })),
    },
  ]
}
