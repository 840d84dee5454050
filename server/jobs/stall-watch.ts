import type { Log } from '#server/services.ts'
import type { Db } from '#server/database/schema.ts'
import type { JobWatch } from './job-watch.ts'
import { readOldestDue } from './jobs.sql.ts'
import { LATE_SECONDS } from './read-jobs.ts'

/** Stall timeout while jobs are due and no worker has begun any. */
const STALL_TIMEOUT_MS = 60_000
/** Stall timeout while all workers are busy: as long as until a lock counts as abandoned. */
const BUSY_STALL_TIMEOUT_MS = 10 * 60_000

interface Watched {
  db: Db
  log: Log
  /** Names of the jobs that this version can run; others wait for another version. */
  tasks: string[]
  watch: Pick<JobWatch, 'progress'>
  atOnce: number
  restart(): void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/**
 * Detects a stalled job runner: each look asks the database, through the shop's connections, whether due jobs wait
 * unlocked, and replaces a runner that has begun none for a minute. Where the database doesn't answer, the minute
 * starts over. Late jobs are logged once, and again when none is late.
 */
export function stallWatch({ db, log, tasks, watch, atOnce, restart, now = () => performance.now() }: Watched): {
  look(): Promise<void>
} {
  let standing: { since: number; begun: number } | null = null
  const noteLate = lateLog(log)

  function lookAt(isDue: boolean): void {
    const { begun, underWay } = watch.progress()
    if (!isDue) standing = null
    else if (standing?.begun !== begun) standing = { since: now(), begun }
    const timeout = underWay < atOnce ? STALL_TIMEOUT_MS : BUSY_STALL_TIMEOUT_MS
    if (!standing || now() - standing.since < timeout) return
    const seconds = Math.round((now() - standing.since) / 1000)
    log.error({ seconds, underWay }, 'jobs: jobs are due and the runner takes none; it is replaced by another one')
    standing = null
    restart()
  }

  return {
    look: async () => {
      try {
        noteLate(await readOldestDue(db))
        lookAt((await readOldestDue(db, tasks)) !== null)
      } catch {
        standing = null
      }
    },
  }
}

function lateLog(log: Log): (oldestDueSeconds: number | null) => void {
  let isLate = false
  return (oldestDueSeconds) => {
    const wasLate = isLate
    isLate = oldestDueSeconds !== null && oldestDueSeconds >= LATE_SECONDS
    if (isLate && !wasLate) log.warn({ oldestDueSeconds }, 'jobs: due jobs are late')
    if (wasLate && !isLate) log.warn({}, 'jobs: no job is late any more')
  }
}
