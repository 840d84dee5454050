import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

/**
 * Functions of the job runner that each claim, email or change of a book runs; a generic plan suits all their values.
 */
const PLANNED_ONCE = `
  SELECT p.oid::regprocedure::text AS name
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE l.lanname = 'plpgsql' AND p.proconfig IS NULL AND pg_has_role(p.proowner, 'USAGE')
    AND (n.nspname = 'graphile_worker' AND p.proname IN ('add_job', 'add_jobs')
      OR n.nspname = 'public' AND p.prorettype = 'trigger'::regtype)`

/**
 * Creates or migrates the job runner's tables, and lets PostgreSQL cache the plans of its functions. Our sessions plan
 * each statement with its values (see `connect`), which would apply within functions, too: booking a job took four
 * times as long.
 */
export async function makeJobTables(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Without the advisory lock two programs that start together would alter the same functions, and one would fail.
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.CHANGING_FUNCTIONS])
    const { rows } = await client.query<{ name: string }>(PLANNED_ONCE)
    for (const { name } of rows) await client.query(`ALTER FUNCTION ${name} SET plan_cache_mode = force_generic_plan`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
