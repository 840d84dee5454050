import type { Client } from 'pg'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLongSession } from '#server/backup/long-session.ts'
import { useEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { applyInside } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { Migration } from '#server/database/read-migrations.ts'

/** Locks that keep others from writing, and those that keep them from reading as well, weakest first. */
const STOPS_WRITES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock']
const STOPS_ALL = 'AccessExclusiveLock'
const WRITES = 'RowExclusiveLock'

/** A table that was there before, and what the migration keeps others from meanwhile. */
export interface Touched {
  /** Schema and name: 'public.books'. */
  table: string
  stops: 'nothing' | 'writes' | 'all'
}

/**
 * Tries migrations out on an empty database of their own; returns what each one touches, by its name. Null where there
 * is no built-in PostgreSQL to try them on. Rejects where one fails.
 */
export async function locksOnScratch(
  ran: readonly Migration[],
  pending: readonly Migration[],
): Promise<Map<string, Touched[]> | null> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-plan-'))
  // Root's PostgreSQL runs as another user, who has to pass.
  await chmod(dataDir, 0o755)
  try {
    const place = { dataDir, program: 'npm run update', durable: false }
    const scratch = await useEmbeddedDatabase(place).catch((error: unknown) => {
      if (error instanceof OperatorError) return null
      throw error
    })
    if (!scratch) return null
    try {
      return await locksOf(scratch.url, ran, pending)
    } finally {
      await scratch.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The same on the empty database of an address, which is changed. */
export async function locksOf(
  url: string,
  ran: readonly Migration[],
  pending: readonly Migration[],
): Promise<Map<string, Touched[]>> {
  const client = await openLongSession(url, 'dogear update')
  try {
    await client.query('BEGIN')
    await applyInside(client, ran)
    await client.query('COMMIT')
    const found = new Map<string, Touched[]>()
    for (const migration of pending) found.set(migration.name, await tryOne(client, migration))
    return found
  } finally {
    await client.end()
  }
}

const TABLES = `SELECT array_agg(c.oid::int) AS oids FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relname <> 'schema_migrations'`
const LOCKED = `SELECT n.nspname || '.' || c.relname AS table, array_agg(l.mode) AS modes
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND c.oid = ANY ($1::int[]::oid[])
  GROUP BY 1 ORDER BY 1`

async function tryOne(client: Client, migration: Migration): Promise<Touched[]> {
  const { rows: before } = await client.query<{ oids: number[] }>(TABLES)
  await client.query('BEGIN')
  await applyInside(client, [migration]).catch((error: Error) => {
    throw new OperatorError(`${migration.name} can’t be applied: ${error.message}. Nothing was changed.`)
  })
  const { rows } = await client.query<{ table: string; modes: string[] }>(LOCKED, [before[0]!.oids])
  await client.query('COMMIT')
  return rows
    .filter(({ modes }) => modes.some((mode) => [WRITES, ...STOPS_WRITES, STOPS_ALL].includes(mode)))
    .map(({ table, modes }) => ({ table, stops: stopsOf(modes) }))
}

function stopsOf(modes: string[]): Touched['stops'] {
  if (modes.includes(STOPS_ALL)) return 'all'
  return modes.some((mode) => STOPS_WRITES.includes(mode)) ? 'writes' : 'nothing'
}
