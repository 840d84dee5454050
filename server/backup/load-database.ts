import type { Client, ClientBase } from 'pg'
import { connect } from '#server/database/connect.ts'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { applyInside, matchMigrations } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { requireOwnSessions } from '#server/database/require-own-sessions.ts'
import { type MovedMark, writeMovedMark } from '#server/database/marks/moved-mark.ts'
import { JOBS, type Opening, type TableCheck } from './backup-format.ts'
import { openLongSession } from './long-session.ts'
import { bookArrivedJobs, JOB_COLUMNS, makeRoomForJobs } from './pending-jobs.ts'
import { checkTables } from './read-tables.ts'
import { refuseFullDatabase, removeHelpers } from './empty-database.ts'
import { listTables, quoted, type Table, quote } from './tables.ts'
import { differences, type RowsPiece, writeRows } from './write-rows.ts'

/** Creates the identity provider's tables in an empty database; the wiring chooses the provider. */
export type MakeIdentityTables = (databaseUrl: string) => Promise<void>

export interface Load {
  /** Description of the source database. */
  from: Pick<Opening, 'migrations' | 'tables' | 'sequences'>
  pieces: AsyncIterable<RowsPiece>
  /** Counts and hashes of the source; called when all rows have arrived. */
  expected: () => readonly TableCheck[]
  /** Name of the load, for `finishLoad` after a crash. */
  name: string
  /** For a move: the database opens as a shop only once the source is marked. */
  arriving?: Pick<MovedMark, 'move' | 'place' | 'isEmbedded'>
  makeIdentityTables: MakeIdentityTables
  say: (line: string) => void
}

/**
 * Loads the rows of another database, of this version or an older one, into an empty database. All rows come in one
 * transaction, are compared with the source's counts and hashes, and are migrated last: a failure leaves the database
 * empty. Refuses a database that isn't empty (OperatorError).
 */
export async function loadDatabase(url: string, load: Load): Promise<void> {
  const client = await openLongSession(url, 'dogear restore')
  try {
    // The advisory lock lets a shop that starts on this database wait until it is loaded.
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.MIGRATING])
    await refuseFullDatabase(client)
    try {
      await makeHelpers(url, load)
      await client.query('BEGIN')
      await fill(client, load)
      if (load.arriving) await writeMovedMark(client, { ...load.arriving, state: 'arriving' })
      await client.query(`COMMENT ON TABLE schema_migrations IS ${client.escapeLiteral(load.name)}`)
      await client.query('COMMIT')
    } catch (error) {
      // On a broken connection the helper schemas stay, which counts as empty: see empty-database.ts.
      await removeHelpers(client).catch(() => {})
      throw error
    }
    await analyze(client)
  } finally {
    await client.end()
  }
}

/**
 * Whether the load of this name completed; finishes what was left of it. Refuses while a load, or another program, is
 * still running (OperatorError).
 */
export async function finishLoad(url: string, name: string): Promise<boolean> {
  const client = await openLongSession(url, 'dogear restore')
  try {
    const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_lock($1) AS "isFree"', [
      ADVISORY_LOCKS.MIGRATING,
    ])
    if (!rows[0]?.isFree)
      throw new OperatorError('Another program is at work in the database; wait for it, or stop it first.')
    const { rowCount } = await client.query(
      `SELECT WHERE obj_description(to_regclass('schema_migrations'), 'pg_class') = $1`,
      [name],
    )
    if (rowCount) await analyze(client)
    return rowCount === 1
  } finally {
    await client.end()
  }
}

/**
 * Without statistics the first lists would be planned for an empty shop. A failure doesn't undo the load; takes no lock
 * that waits, since a source's tables may be locked against writes.
 */
async function analyze(client: Client): Promise<void> {
  await client.query('ANALYZE (SKIP_LOCKED)').catch(() => {})
}

/**
 * Libraries create their tables on connections of their own. A shop whose sign-ins are kept elsewhere has no tables of
 * the identity provider.
 */
async function makeHelpers(url: string, { from, makeIdentityTables }: Load): Promise<void> {
  const { pool, close } = connect(url, { max: 2, answerTimeout: null })
  try {
    await requireOwnSessions(pool)
    await makeJobTables(pool)
  } finally {
    await close()
  }
  if (from.tables.some(({ name }) => name.startsWith('identity.'))) await makeIdentityTables(url)
}

async function fill(client: Client, { from, pieces, expected, say }: Load): Promise<void> {
  const { ran, pending } = await matchMigrations('The database', from.migrations, await readMigrations())
  await applyInside(client, ran)
  const tables = await match(client, from.tables, say)
  const restoreRules = await setAside(client)
  const emptied = [...tables.keys()].filter((name) => name !== JOBS)
  // The right to empty an append-only table was revoked; such a table is empty here.
  for (const name of emptied) {
    const { rowCount } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`)
    if (rowCount) await client.query(`DELETE FROM ${quoted(name)}`)
  }
  await makeRoomForJobs(client)
  await writeRows(client, tables, pieces)
  await bookArrivedJobs(client)
  for (const { name, value } of from.sequences)
    await client.query('SELECT setval(to_regclass($1), $2::bigint)', [quoted(name), value])
  await restoreRules()
  await compare(client, [...tables.values()], expected())
  await applyInside(client, pending)
}

/** Tables that take the rows. Foreign tables in the source are left out with a message. */
async function match(client: Client, given: Table[], say: (line: string) => void): Promise<Map<string, Table>> {
  const here = new Map(
    [...(await listTables(client)), { name: JOBS, columns: JOB_COLUMNS }].map((table) => [table.name, table]),
  )
  const tables = new Map<string, Table>()
  for (const table of given) {
    const columns = here.get(table.name)?.columns
    const missing = table.columns.filter((column) => columns && !columns.includes(column))
    if (!columns) say(`Left out: the table ${table.name}, which is not one of Dogear's.`)
    else if (missing.length > 0)
      throw new OperatorError(
        `The table ${table.name} comes with ${missing.join(', ')}, which this Dogear doesn't know; use the version that made it. Nothing was changed.`,
      )
    else tables.set(table.name, table)
  }
  return tables
}

async function compare(client: Client, tables: Table[], expected: readonly TableCheck[]): Promise<void> {
  const differ = differences(expected, await checkTables(client, tables))
  if (differ.length > 0)
    throw new OperatorError(`What arrived is not what was sent: ${differ.join('; ')}. Nothing was changed.`)
}

/**
 * Drops foreign keys and triggers while rows arrive in any order and with what triggers would add; returns a function
 * that restores them, which checks every reference. Inside a transaction, by the tables' owner, who need not be a
 * superuser.
 */
async function setAside(client: ClientBase): Promise<() => Promise<void>> {
  // Runs deferred triggers of earlier migrations: a table with pending ones can't be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE c.contype = 'f' AND ${OURS}`,
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `SELECT t.tgrelid::regclass::text AS table, t.tgname AS name
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND ${OURS}`,
  )
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`)
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${quote(name)}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`)
    for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${quote(name)}`)
  }
}

const OURS = "n.nspname IN ('public', 'identity', 'card_simulator')"
