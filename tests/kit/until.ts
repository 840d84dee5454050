import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Waits until a condition holds; the test's timeout is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}

/** How many statements wait for a lock in this database; with `words`, those that contain them. */
export async function waitingForLocks(db: Db, words = ''): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${words}%`}`.execute(db)
  return rows.length
}
