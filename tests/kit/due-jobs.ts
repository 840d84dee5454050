import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/**
 * What is due by the test's clock becomes due for the runner, which goes by the database's, and the runner is told.
 * For servers with `jobs`.
 */
export async function callDueJobs({ clock, database: { db } }: Pick<TestServer, 'clock' | 'database'>): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at <= ${clock.now()}`.execute(db)
  await sql`SELECT pg_notify('jobs:insert', '{"count":100}')`.execute(db)
}
