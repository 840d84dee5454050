import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { refuseMoved } from './moved-mark.ts'
import { explainDatabase } from './reaching/explain-database.ts'
import { OperatorError } from './operator-error.ts'

export interface Migration {
  name: string
  sql: string
  sha256: string
}

const OLDEST_SERVER = 15
const FOLDER = path.join(import.meta.dirname, 'migrations')

/**
 * Brings the database up to this program, one transaction per file, forward only; gives the names that were applied.
 * Refuses a server that can't be reached or is too old, a database whose shop was moved elsewhere, one of a newer
 * program, and a migration that was changed after it ran (OperatorError). Called by several programs at once, one works
 * and the others wait. `before` runs ahead of the first change, is told whether the database is empty, and prevents the
 * change by rejecting.
 */
export async function migrate(
  pool: Pool,
  folder = FOLDER,
  before: (isEmpty: boolean) => Promise<void> = async () => {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = await reach(pool)
  try {
    // Waiting for the lock and building an index on a large shop may both take longer than a request may.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.MIGRATING])
    await refuseMoved(client)
    const applied = await readApplied(client)
    refuseStrangers(known, applied)
    const pending = known.filter((migration) => !applied.has(migration.name))
    if (pending.length > 0) await before(applied.size === 0)
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the connection gives the lock back and forgets the settings, whatever happened before.
    client.release(true)
  }
}

/** The migrations that this program knows, in their order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have other line ends; it is the same migration.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function reach(pool: Pool): Promise<PoolClient> {
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
)`

/** Names and hashes of what ran before. */
async function readApplied(client: PoolClient): Promise<Map<string, string>> {
  await client.query(BOOKKEEPING)
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migrations ORDER BY name',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function refuseStrangers(known: Migration[], applied: Map<string, string>): void {
  const hashes = new Map(known.map((migration) => [migration.name, migration.sha256]))
  for (const [name, sha256] of applied) {
    const hash = hashes.get(name)
    if (hash === undefined)
      throw new OperatorError(
        `This database was made by a newer Dogear (it knows ${name}); update the program, or use another database.`,
      )
    if (hash !== sha256)
      throw new OperatorError(
        `The migration ${name} was changed after it ran on this database; put the file back and add a new one instead.`,
      )
  }
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await applyInside(client, [migration])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Applies migrations as part of the transaction that the client is in. */
export async function applyInside(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(BOOKKEEPING)
  // A migration may alter a table that it has written: nothing may be waiting for the end of the transaction.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { name, sql, sha256 } of migrations) {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256])
  }
}
