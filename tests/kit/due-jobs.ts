import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import type { TestServer } from './test-server.ts'

/**
 * Makes jobs due by the test's clock due by the database's, which the runner uses, and notifies the runner. For servers
 * with `jobs`.
 */
export async function callDueJobs({ clock, database: { db } }: Pick<TestServer, 'clock' | 'database'>): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at <= ${clock.now()}`.execute(db)
  await callRunner(db)
}

/** Retries failed jobs at once, without their backoff. For servers with `jobs`. */
export async function retryFailedJobs({ database: { db } }: Pick<TestServer, 'database'>): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE graphile_worker._private_jobs SET run_at = now()
    WHERE attempts > 0 AND locked_at IS NULL AND run_at > now()`.execute(db)
  if (numAffectedRows) await callRunner(db)
}

/** Without a word it looks every other second. */
const callRunner = (db: Db) => sql`SELECT pg_notify('jobs:insert', '{"count":100}')`.execute(db)
