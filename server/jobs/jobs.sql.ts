import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

// The job runner's own table: it has no call for any of this.

/** Jobs that an earlier version scheduled by the runner's own cron, which stops when the clock is put back. */
const RETIRED = sql`('sweep', 'remove_unused_images', 'forget_closed_contacts')`

/** Deletes jobs that only an earlier version can run. */
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
 * Unlocks abandoned jobs: locked for ten minutes, or in the future after a clock was put back. Our jobs take seconds,
 * and one still running may safely run twice. Those of an instance that is gone are unlocked before (gone-holders.ts).
 */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_at NOT BETWEEN now() - interval '10 minutes' AND now() + interval '10 minutes'`.execute(db)
}

/** Unlocks jobs of this process's workers, other than those under way. */
export async function freeJobsOf(db: Db, workers: string[], underWay: string[], minSeconds: number): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_by = ANY(${workers}) AND id <> ALL(${underWay}::bigint[])
      AND locked_at <= now() - ${minSeconds} * interval '1 second'`.execute(db)
}

export async function deleteJobs(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await sql`DELETE FROM graphile_worker._private_jobs WHERE id = ANY(${ids}::bigint[])`.execute(db)
}

/**
 * Reschedules jobs that a fast clock has put into the far future: retries beyond the longest backoff of six hours, and
 * jobs booked by that clock, which wait their original delay from now on. Jobs booked for later by a right clock, such
 * as reminders, stay.
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

/** Deletes jobs whose last try failed, and returns them. */
export async function removeSpentJobs(db: Db): Promise<SpentJob[]> {
  const { rows } = await sql<SpentJob>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND j.locked_at IS NULL AND j.attempts >= j.max_attempts
    RETURNING j.id, t.identifier AS task, j.attempts, j.payload`.execute(db)
  return rows
}

/**
 * Age in seconds of the oldest due job without a lock; null where none is due. `names` limits it to these jobs. Reads a
 * row per priority, however many jobs wait.
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

export interface JobQueue {
  /** Due, and not under way. */
  due: number
  /** Emails among those that wait, for whatever time. */
  mails: number
  /** Emails that failed at least once. */
  failingMails: number
  /** Other jobs that failed at least once. */
  failing: number
}

/** Counts the jobs that wait, for operators. */
export async function countJobs(db: Db): Promise<JobQueue> {
  const { rows } = await sql<JobQueue>`
    SELECT count(*) FILTER (WHERE run_at <= now() AND is_available)::int AS due,
      count(*) FILTER (WHERE t.identifier = 'send_mail')::int AS mails,
      count(*) FILTER (WHERE t.identifier = 'send_mail' AND attempts > 0 AND locked_at IS NULL)::int AS "failingMails",
      count(*) FILTER (WHERE t.identifier <> 'send_mail' AND attempts > 0 AND locked_at IS NULL)::int AS failing
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id`.execute(db)
  return rows[0]!
}

/** Jobs of one kind that wait. */
export interface WaitingJobs {
  kind: string
  /** Due, and not under way. */
  due: number
  /** For later: reminders, and retries after a failure. */
  later: number
  /** Of all of them, those that failed at least once. */
  failed: number
  /** Seconds that the oldest due one has waited; null where none is due. */
  oldestDueSeconds: number | null
}

/** Most jobs that are counted, so that a queue of any length costs the same. */
const MOST_COUNTED = 100_000

/** Counts the jobs that wait, by kind, for monitoring. */
export async function countWaitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    SELECT t.identifier AS kind,
      count(*) FILTER (WHERE j.is_available AND j.run_at <= now())::int AS due,
      count(*) FILTER (WHERE j.run_at > now())::int AS later,
      count(*) FILTER (WHERE j.attempts > 0 AND j.locked_at IS NULL)::int AS failed,
      floor(extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.is_available AND j.run_at <= now())))::int
        AS "oldestDueSeconds"
    FROM (SELECT task_id, is_available, run_at, attempts, locked_at FROM graphile_worker._private_jobs
      LIMIT ${MOST_COUNTED}) j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

/** False in a database that no shop was started on. */
export async function hasJobTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS "isThere"`.execute(db)
  return rows[0]!.isThere
}
