import type { Client } from 'pg'
import { connect } from '#server/database/connect.ts'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { applyInside, matchMigrations } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { requireOwnSessions } from '#server/database/require-own-sessions.ts'
import { type MovedMark, writeMovedMark } from '#server/database/moved-mark.ts'
import { JOBS, type Opening, type TableCheck } from './backup-format.ts'
import { openLongSession } from './long-session.ts'
import { bookArrivedJobs, JOB_COLUMNS, makeRoomForJobs } from './pending-jobs.ts'
import { checkTables } from './read-tables.ts'
import { refuseFullDatabase, removeHelpers } from './empty-database.ts'
import { listTables, quoted, type Table } from './tables.ts'
import { setAside } from './set-aside.ts'
import { differences, type RowsPiece, writeRows } from './write-rows.ts'

/** Makes the identity provider's tables in an empty database; the wiring knows which provider that is. */
export type MakeIdentityTables = (databaseUrl: string) => Promise<void>

export interface Load {
  /** What stood in the database that the rows are from. */
  from: Pick<Opening, 'migrations' | 'tables' | 'sequences'>
  pieces: AsyncIterable<RowsPiece>
  /** The counts and hashes of the source; asked for when all pieces have come. */
  expected: () => readonly TableCheck[]
  /** What `finishLoad` is asked for, should this program be killed when all is there. */
  name: string
  /** Of a move: the database opens as a shop when the source is marked, too. */
  arriving?: Pick<MovedMark, 'move' | 'place' | 'isEmbedded'>
  makeIdentityTables: MakeIdentityTables
  say: (line: string) => void
}

/**
 * Fills an empty database with the rows of another one, of this program or an older one. All rows come in one
 * transaction, are compared with what the source counted and hashed, and are brought up to this program last: should
 * anything fail, the database is as empty as before. Refuses a database that isn't empty (OperatorError).
 */
export async function loadDatabase(url: string, load: Load): Promise<void> {
  const client = await openLongSession(url, 'dogear restore')
  try {
    // A shop that starts on this database meanwhile waits until it is full.
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
      // Where the connection is gone, what stays is as good as empty: see empty-database.ts.
      await removeHelpers(client).catch(() => {})
      throw error
    }
    await analyze(client)
  } finally {
    await client.end()
  }
}

/**
 * Whether the load of this name filled the database; what was left of it is done then. Refuses while that one, or
 * another program, is still at it (OperatorError).
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
 * Else the first lists would be planned as for an empty shop. What is there stays, though this may fail; it waits for
 * nobody, since the tables may be a source's, which nobody may write to.
 */
async function analyze(client: Client): Promise<void> {
  await client.query('ANALYZE (SKIP_LOCKED)').catch(() => {})
}

/** Tables of libraries, which make them on connections of their own. */
async function makeHelpers(url: string, { makeIdentityTables }: Load): Promise<void> {
  const { pool, close } = connect(url, { max: 2, answerTimeout: null })
  try {
    await requireOwnSessions(pool)
    await makeJobTables(pool)
  } finally {
    await close()
  }
  await makeIdentityTables(url)
}

async function fill(client: Client, { from, pieces, expected, say }: Load): Promise<void> {
  const { ran, pending } = await matchMigrations('The database', from.migrations, await readMigrations())
  await applyInside(client, ran)
  const tables = await match(client, from.tables, say)
  const restoreRules = await setAside(client)
  const emptied = [...tables.keys()].filter((name) => name !== JOBS)
  // Of a table that only grows, the right to empty it was given up; such a table is empty here.
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

/** The tables that take the rows. What somebody else kept in our database is left out, and said. */
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
