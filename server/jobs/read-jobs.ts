import type { Db } from '#server/database/schema.ts'
import type { JobState } from '#server/services.ts'
import { readOldestDue } from './jobs.sql.ts'

/** Seconds until jobs count as late; the runner is replaced after a minute. */
export const LATE_SECONDS = 120

/** State of the job queue, for monitoring; rejects where the database doesn't answer. */
export async function readJobs(db: Db): Promise<JobState> {
  const oldestDueSeconds = await readOldestDue(db)
  return { isLate: (oldestDueSeconds ?? 0) >= LATE_SECONDS, oldestDueSeconds }
}
