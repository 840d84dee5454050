import { HOUR_MS } from '#contract/duration.ts'
import type { Log } from '#server/services.ts'

/** Outages per kind of job, while the outside service that it needs is away. */
export interface JobOutages {
  /** Records a failure; true where its outage is logged already. */
  failed(kind: string): boolean
  succeeded(kind: string): void
  /** Logs the outages that are over, and once an hour those that last. Call it each minute. */
  settle(): void
  /** Start of the outage of this kind; null while jobs succeed. */
  since(kind: string): Date | null
}

interface Outage {
  since: Date
  begun: number
  failedTries: number
  lastFailure: number
  lastSuccess: number
  nextLine: number
}

/** Quiet time before an outage counts as over: a greylisting server accepts some emails meanwhile. */
const QUIET_MS = 60_000

/**
 * Logs an outage once an hour while it lasts and once at its end; the caller of `failed` logs its beginning. Covers
 * this process alone. `now` gives milliseconds of a monotonic clock.
 */
export function jobOutages(log: Pick<Log, 'warn'>, now = () => performance.now()): JobOutages {
  const lasting = new Map<string, Outage>()
  const facts = (kind: string, { since, begun, failedTries }: Outage) => ({
    job: kind,
    since: since.toISOString(),
    seconds: Math.round((now() - begun) / 1000),
    failedTries,
  })

  return {
    failed: (kind) => {
      const ongoing = lasting.get(kind)
      const outage = ongoing ?? {
        since: new Date(),
        begun: now(),
        failedTries: 0,
        lastFailure: 0,
        lastSuccess: Number.NEGATIVE_INFINITY,
        nextLine: now() + HOUR_MS,
      }
      outage.failedTries += 1
      outage.lastFailure = now()
      lasting.set(kind, outage)
      return ongoing !== undefined
    },
    succeeded: (kind) => {
      const outage = lasting.get(kind)
      if (outage) outage.lastSuccess = now()
    },
    settle: () => {
      for (const [kind, outage] of lasting) {
        if (outage.lastSuccess > outage.lastFailure && now() - outage.lastFailure >= QUIET_MS) {
          lasting.delete(kind)
          log.warn(facts(kind, outage), 'jobs of this kind get through again')
        } else if (now() >= outage.nextLine) {
          outage.nextLine += HOUR_MS
          log.warn(facts(kind, outage), 'jobs of this kind still fail')
        }
      }
    },
    since: (kind) => lasting.get(kind)?.since ?? null,
  }
}
