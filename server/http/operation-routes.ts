import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#contract/problems.ts'
import { readMetrics as metrics } from '#contract/metrics.ts'
import { health, ready } from '#contract/operations.ts'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import type { BackupState } from '#server/ports/shop-backups.ts'
import type { IndexLag, JobState, Services } from '#server/services.ts'
import type { Serve } from './call-route.ts'
import type { Drain } from './monitoring/drain.ts'

/** Monitors ask again within seconds, and a frozen database would keep all of their requests open. */
const READY_WITHIN_MS = 1500
const OTHER_MIGRATIONS =
  'The database has other migrations than this program, or people sign in with another identity provider by now. This program writes nothing until it is started again.'
const CLOSING = 'This instance is closing; it still answers for a moment.'
const OUT_OF_SIGHT = 'This instance doesn’t see pictures that others of the shop show. Its log says why.'

/** States of background work. */
export interface Readers {
  readJobs: (db: Services['db']) => Promise<JobState>
  readSearch: (db: Services['db']) => Promise<IndexLag>
  /** All metrics, as text. */
  readMetrics: () => Promise<string>
  /** Absent where the shop takes no scheduled backups. */
  readBackups?: () => BackupState
  catalogue?: CatalogueWatch
  /** Whether this instance sees the pictures that others show. */
  seesPictures?: () => Promise<boolean>
  /** Since when this program’s emails fail; null while they get through. */
  mailFailingSince?: () => Date | null
  drain?: Drain
}

/** Health, readiness and metrics, for operators. */
export function operationRoutes(
  serve: Serve,
  { readJobs, readSearch, readMetrics, readBackups, catalogue, seesPictures, mailFailingSince, drain }: Readers,
): void {
  serve(health, async () => ({ status: 'ok' as const }))
  serve(metrics, () => readMetrics())
  serve(ready, async (services) => {
    drain?.noteCheck()
    if (drain?.hasBegun) refuse('unavailable', CLOSING)
    // Listening starts after the migrations; whether the database still answers is asked each time.
    const states = await Promise.race([
      Promise.all([readJobs(services.db), readSearch(services.db)]).catch(() => null),
      sleep(READY_WITHIN_MS, null, { ref: false }),
    ])
    if (!states) return refuse('unavailable', 'The database isn’t answering at the moment.')
    await catalogue?.current()
    if (catalogue?.isOurs === false) refuse('unavailable', OTHER_MIGRATIONS)
    if ((await seesPictures?.()) === false) refuse('unavailable', OUT_OF_SIGHT)
    const [jobs, search] = states
    return {
      status: 'ok' as const,
      version: services.deployment.version,
      jobs: jobsOf(jobs),
      search: searchOf(search),
      ...(mailFailingSince && { mail: mailOf(mailFailingSince()) }),
      ...(readBackups && { backups: backupsOf(readBackups()) }),
    }
  })
}

// Late jobs, a search that is behind, failing emails and a failed backup leave a shop ready, since it still sells. Monitors read the states
// below.

const jobsOf = ({ isLate, oldestDueSeconds }: JobState) => ({
  state: isLate ? ('late' as const) : ('ok' as const),
  oldestDueSeconds,
})

const searchOf = ({ isBehind, waiting }: IndexLag) => ({
  state: isBehind ? ('behind' as const) : ('ok' as const),
  waiting,
})

const mailOf = (since: Date | null) => ({
  state: since ? ('failing' as const) : ('ok' as const),
  since,
})

const backupsOf = ({ failed, last, trial }: BackupState) => ({
  state: failed ? ('failed' as const) : ('ok' as const),
  last,
  trial: trial && { state: trial.outcome, at: trial.at },
})
