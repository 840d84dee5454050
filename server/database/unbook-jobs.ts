import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/**
 * Cancels emails and due jobs that this transaction has booked: it recorded past events, which call for no email today.
 * Jobs due after `now` stay booked.
 */
export async function unbookPastJobs(tx: Tx, now: Date): Promise<void> {
  await sql`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND j.xmin = pg_current_xact_id()::xid
      AND (t.identifier = 'send_mail' OR j.run_at <= ${now})`.execute(tx)
}
