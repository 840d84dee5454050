import type { ClientBase } from 'pg'

/**
 * Jobs travel by name and payload, not as rows of the job runner's tables, whose shape is private. Leaves out recurring
 * jobs, which are booked by the clock, and those that failed for good.
 */
export const PENDING_JOBS = `
  SELECT t.identifier, j.payload::text AS payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    ARRAY(SELECT jsonb_object_keys(j.flags) ORDER BY 1) AS flags
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts AND NOT j.payload::jsonb ? '_cron'
  ORDER BY t.identifier COLLATE "C", j.payload::text COLLATE "C", j.run_at, j.key COLLATE "C"`

export const JOB_COLUMNS = ['identifier', 'payload', 'queue_name', 'run_at', 'max_attempts', 'key', 'priority', 'flags']

/** Where arriving jobs wait; goes with the transaction. */
export const ARRIVING_JOBS = 'arriving_jobs'

export async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there`,
  )
  return rows[0]?.there === true
}

export async function makeRoomForJobs(client: ClientBase): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE ${ARRIVING_JOBS} (
    identifier text, payload text, queue_name text, run_at timestamptz, max_attempts int, key text, priority int,
    flags text[]) ON COMMIT DROP`)
}

/** Books the arrived jobs. A job that was running when the copy was taken runs again: all are idempotent. */
export async function bookArrivedJobs(client: ClientBase): Promise<void> {
  await client.query(`
    SELECT count(graphile_worker.add_job(identifier, payload::json, queue_name, run_at, max_attempts, key, priority,
      nullif(flags, '{}')))
    FROM ${ARRIVING_JOBS}`)
}
