import type { ClientBase, Pool, PoolClient } from 'pg'
import { countAsSchema, refuseChangedObjects, replaceList } from './adopting/adopt.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { refuseMoved } from './marks/moved-mark.ts'
import { explainDatabase } from './reaching/explain-database.ts'
import { OperatorError } from './operator-error.ts'
import { type Applied, type Migration, readMigrations } from './read-migrations.ts'

const OLDEST_SERVER = 15

/**
 * Migrates the database to this program's version, one transaction per migration, forward only; returns the names of
 * those applied. A database as the last migrations before the first release left it is adopted: its list names the
 * schema from then on. Refuses (OperatorError) a server that can't be reached or is too old, a database whose shop was
 * moved elsewhere, one that a newer program has done more to than expand, one too old to adopt, and a migration that was
 * changed after it ran.
 * Concurrent programs take turns by an advisory lock. `before` runs ahead of the first change, gets whether the
 * database is empty, and prevents the change by rejecting.
 */
export async function migrate(
  pool: Pool,
  folder?: string,
  before: (isEmpty: boolean) => Promise<void> = async () => {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = await reach(pool)
  try {
    // Waiting for the lock, or building an index on a large shop, may take longer than a statement's limit.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.MIGRATING])
    await refuseMoved(client)
    await client.query(BOOKKEEPING)
    const { ran, pending, isAdopted } = await matchMigrations('This database', await readApplied(client), known)
    if (isAdopted) await refuseChangedObjects(client)
    if (isAdopted || pending.length > 0) await before(ran.length === 0)
    if (isAdopted) await inTransaction(client, () => replaceList(client, known[0]))
    for (const migration of pending) await inTransaction(client, () => applyInside(client, [migration]))
    return [...(isAdopted ? [known[0]] : []), ...pending].map(({ name }) => name)
  } finally {
    // Closing the connection releases the advisory lock and the settings in any case.
    client.release(true)
  }
}

/** A connection to a server that is new enough; refuses (OperatorError) in words one that can't be reached. */
export async function reach(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect().catch((error: Error & { code?: string }) => {
    // A refused connection to a name with two addresses has an empty message, but a code.
    const reason = `The database can't be reached (${error.message || error.code}); check DATABASE_URL.`
    throw new OperatorError(explainDatabase(error) ?? reason, { cause: error })
  })
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  )
  const major = rows[0]?.major ?? 0
  if (major >= OLDEST_SERVER) return client
  client.release()
  throw new OperatorError(`The database is PostgreSQL ${major}; Dogear needs ${OLDEST_SERVER} or newer.`)
}

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
-- Looked for first: adding it waits for backups, and whatever reads the list meanwhile waits behind.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'kind') THEN
    ALTER TABLE schema_migrations ADD COLUMN kind text;
  END IF;
END $$`

/** The migrations of a database, in order; none where it has no list. Changes nothing. */
export async function readApplied(client: Pick<ClientBase, 'query'>): Promise<Applied[]> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('schema_migrations') IS NOT NULL`)
  if (!rowCount) return []
  // A list that an older program made has no kinds.
  const { rows } = await client.query<Applied>(
    `SELECT name, sha256, to_jsonb(one) ->> 'kind' AS kind FROM schema_migrations one ORDER BY name`,
  )
  return rows
}

/**
 * Splits this program's migrations into applied and pending, by the list of the database or backup that `what` names;
 * `newer` are those of a newer program that this one can work with. Refuses (OperatorError) a list with others of a newer
 * program, one that is too old to adopt, and a migration that was changed after it ran.
 */
export async function matchMigrations(
  what: string,
  list: readonly Applied[],
  known: readonly [schema: Migration, ...since: Migration[]],
): Promise<{ ran: Migration[]; pending: Migration[]; newer: Applied[]; isAdopted: boolean }> {
  const applied = await countAsSchema(what, list, known[0])
  const hashes = new Map(known.map((migration) => [migration.name, migration.sha256]))
  const newer = applied.filter(({ name }) => !hashes.has(name))
  for (const { name, kind } of newer)
    if (kind !== 'expand')
      throw new OperatorError(
        `${what} was made by a newer Dogear (it knows ${name}); update the program first. Nothing was changed.`,
      )
  for (const { name, sha256 } of applied)
    if ((hashes.get(name) ?? sha256) !== sha256)
      throw new OperatorError(
        `${what} has another ${name}, which was changed after it ran there: put the file back and add a new one instead. Nothing was changed.`,
      )
  const names = new Set(applied.map(({ name }) => name))
  const { ran = [], pending = [] } = Object.groupBy(known, ({ name }) => (names.has(name) ? 'ran' : 'pending'))
  return { ran, pending, newer, isAdopted: applied !== list }
}

async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Applies migrations as part of the transaction that the client is in. */
export async function applyInside(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(BOOKKEEPING)
  // A migration may alter a table it has written: run deferred triggers first.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { name, sql, sha256, kind } of migrations) {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, sha256, kind) VALUES ($1, $2, $3)', [name, sha256, kind])
  }
}
