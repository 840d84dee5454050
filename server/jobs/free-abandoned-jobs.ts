import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * Jobs whose worker was killed, or could not write down how they ended, may be taken again: the job runner by itself
 * would wait four hours. Ours take seconds, and one that is still under way may run beside itself.
 */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_at < now() - interval '10 minutes'))`.execute(db)
}
