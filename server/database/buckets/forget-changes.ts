import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * Deletes old notes of changes, and says up to which: a process that looked before that forgets all its pages. They
 * live for a minute, so ten are plenty. Those of transactions that are not older than all under way stay, so that
 * no later look can have missed one.
 */
export async function forgetCatalogueChanges(db: Db): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM catalogue_changes
      WHERE noted_at < clock_timestamp() - interval '10 minutes' AND xid < pg_snapshot_xmin(pg_current_snapshot())
      RETURNING xid
    )
    INSERT INTO forgotten_changes AS known (up_to) SELECT xid FROM gone ORDER BY xid DESC LIMIT 1
    ON CONFLICT (is_only) DO UPDATE SET up_to = greatest(known.up_to, excluded.up_to)`.execute(db)
}
