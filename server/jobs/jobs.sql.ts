import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

// The job runner's own table: it has no call for any of this.

/** What an earlier version booked each minute and each day by the runner's clock, which stops when it is put back. */
const RETIRED = sql`('sweep', 'remove_unused_images', 'forget_closed_contacts')`

/** Forgets what only an earlier version would work off. */
export async function removeRetiredJobs(db: Db): Promise<void> {
  await sql`DELETE FROM graphile_worker._private_known_crontabs WHERE identifier IN ${RETIRED}`.execute(db)
  await sql`DELETE FROM graphile_worker._private_jobs WHERE task_id IN (
    SELECT id FROM graphile_worker._private_tasks WHERE identifier IN ${RETIRED})`.execute(db)
}

/** Unlocks all jobs: only for the sole worker of a database, before it begins. */
export async function freeAllJobs(db: Db): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_at IS NOT NULL`.execute(db)
}

/**
 * Unlocks jobs that seem abandoned: locked for ten minutes, or in a future that a clock put back has left behind. Ours
 * take seconds, and one that is still under way may run beside itself.
 */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_at NOT BETWEEN now() - interval '10 minutes' AND now() + interval '10 minutes'`.execute(db)
}

/** Takes the locks off jobs that workers of this program hold, other than those under way. */
export async function freeJobsOf(db: Db, workers: string[], underWay: string[], minSeconds: number): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_by = ANY(${workers}) AND id <> ALL(${underWay}::bigint[])
      AND locked_at <= now() - ${minSeconds} * interval '1 second'`.execute(db)
}

export async function deleteJobs(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await sql`DELETE FROM graphile_worker._private_jobs WHERE id = ANY(${ids}::bigint[])`.execute(db)
}

/**
 * Brings jobs back that a clock which ran ahead has put into a far future: those that were tried, because the longest
 * that one waits for its next try is six hours, and those that were booked by that clock, which wait from now on as long
 * as they were to. What was booked for later by a clock that was right, such as a reminder, stays where it is.
 */
export async function bringBackJobs(db: Db): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs
    SET run_at = now() + CASE WHEN attempts = 0 THEN greatest(run_at - created_at, interval '0') ELSE interval '0' END,
      created_at = least(created_at, now())
    WHERE locked_at IS NULL AND run_at > now()
      AND (created_at > now() + interval '1 minute' OR (attempts > 0 AND run_at > now() + interval '7 hours'))`.execute(
    db,
  )
}

export interface SpentJob {
  id: string
  task: string
  attempts: number
  payload: unknown
}

/** Removes the jobs whose last try has failed, and gives what they were. */
export async function removeSpentJobs(db: Db): Promise<SpentJob[]> {
  const { rows } = await sql<SpentJob>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND j.locked_at IS NULL AND j.attempts >= j.max_attempts
    RETURNING j.id, t.identifier AS task, j.attempts, j.payload`.execute(db)
  return rows
}

/**
 * For how many seconds the oldest of the jobs that no worker has locked has been due; null where none is due. With
 * names, of jobs of these names alone. It reads a row for each priority, however many jobs wait.
 */
export async function readOldestDue(db: Db, names: string[] | null = null): Promise<number | null> {
  const first = sql`SELECT priority, run_at FROM graphile_worker._private_jobs WHERE is_available
    AND (${names}::text[] IS NULL
      OR task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY(${names}::text[])))`
  const { rows } = await sql<{ seconds: number | null }>`
    WITH RECURSIVE firsts AS (
      (${first} ORDER BY priority, run_at LIMIT 1)
      UNION ALL
      SELECT later.* FROM firsts,
        LATERAL (${first} AND priority > firsts.priority ORDER BY priority, run_at LIMIT 1) AS later
    )
    SELECT floor(extract(epoch FROM now() - min(run_at)))::int AS seconds FROM firsts WHERE run_at <= now()`.execute(db)
  return rows[0]!.seconds
}
