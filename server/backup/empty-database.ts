import type { ClientBase } from 'pg'
import { OperatorError } from '#server/database/operator-error.ts'
import { quoted } from './tables.ts'

/** Schemas of libraries. A killed restore leaves them without rows, which counts as empty. */
const HELPERS = ['identity', 'graphile_worker']

/** What the schemas' names begin with that an update has put aside. */
export const ASIDE = 'aside_'

/** Refuses a database that isn't empty, with advice (OperatorError). */
export async function refuseFullDatabase(
  client: ClientBase,
  advice = 'Make an empty one, and name that instead',
): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; isHelper: boolean }>(
    `SELECT n.nspname || '.' || c.relname AS name, n.nspname = ANY ($1) AS "isHelper"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
       AND NOT starts_with(n.nspname, '${ASIDE}')
       AND c.oid IS DISTINCT FROM to_regclass('graphile_worker.migrations')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 2, 1`,
    [HELPERS],
  )
  for (const { name, isHelper } of tables) {
    const { rows } = isHelper
      ? await client.query<{ used: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${quoted(name)}) AS used`)
      : { rows: [{ used: true }] }
    if (rows[0]?.used)
      throw new OperatorError(`The database is not empty: it has the table ${name}. ${advice}. Nothing was changed.`)
  }
}

/** After a failure: rolls back, and drops the helper schemas. */
export async function removeHelpers(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK')
  for (const schema of HELPERS) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
}
