import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/**
 * Takes back what this transaction has booked so far of emails, and of jobs that were due by `now`: it wrote down
 * what happened in the past, of which nobody is told today. What is due later stays booked.
 */
export async function unbookPastJobs(tx: Tx, now: Date): Promise<void> {
  await sql`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND j.xmin = pg_current_xact_id()::xid
      AND (t.identifier = 'send_mail' OR j.run_at <= ${now})`.execute(tx)
}
