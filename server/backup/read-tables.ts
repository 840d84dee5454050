import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OperatorError } from '#server/database/operator-error.ts'
import { JOBS, type Opening, type TableCheck } from './backup-format.ts'
import { hasJobs, JOB_COLUMNS } from './pending-jobs.ts'
import type { RowsPiece } from './write-rows.ts'
import { countRows, listMigrations, listSequences, listTables, quoted, rowsQuery, type Table } from './tables.ts'

/** Contents of a database at one moment. */
export interface Snapshot extends Pick<Opening, 'migrations' | 'tables' | 'sequences'> {
  /** Rows of all tables together, for the progress display. */
  rows: number
}

/**
 * Begins a transaction with a snapshot of the database. Blocks neither reads nor writes; with `writersWait` writes
 * wait. Refuses a database without a shop (OperatorError).
 */
export async function beginSnapshot(client: Client, { writersWait = false } = {}): Promise<Snapshot> {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'public.books'))
    throw new OperatorError('There is no shop in this database yet; nothing was copied.')
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ${writersWait ? '' : ' READ ONLY'}`)
  // Before the first query, which takes the snapshot. The locks stop changes of these tables' schema and their
  // truncation.
  const names = tables.map(({ name }) => quoted(name)).join(', ')
  await client.query(`LOCK TABLE ${names} IN ${writersWait ? 'SHARE' : 'ACCESS SHARE'} MODE`)
  if (JSON.stringify(await listTables(client)) !== JSON.stringify(tables))
    throw new OperatorError('The shop is being updated at this moment; try again when it is open.')
  const all = (await hasJobs(client)) ? [...tables, { name: JOBS, columns: JOB_COLUMNS }] : tables
  let rows = 0
  for (const table of all) rows += await countRows(client, table)
  return {
    migrations: await listMigrations(client),
    tables: all,
    sequences: await listSequences(client),
    rows,
  }
}

/** Streams a table's rows as COPY text; returns their count and hash. The client is busy meanwhile. */
export async function* readRows(
  client: Client,
  table: Table,
  onRows: (rows: number) => void = () => {},
): AsyncGenerator<RowsPiece, TableCheck> {
  const stream = client.query(copyTo(`COPY (${await rowsQuery(client, table)}) TO STDOUT`))
  const hash = createHash('sha256')
  let rows = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    const more = linesIn(chunk)
    rows += more
    onRows(more)
    yield { table: table.name, chunk }
  }
  return { name: table.name, rows, sha256: hash.digest('hex') }
}

/** Counts and hashes the rows of tables. */
export async function checkTables(client: Client, tables: readonly Table[]): Promise<TableCheck[]> {
  const checks: TableCheck[] = []
  for (const table of tables) checks.push(await checkRows(client, table))
  return checks
}

async function checkRows(client: Client, table: Table): Promise<TableCheck> {
  const pieces = readRows(client, table)
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return value
  }
}

/** A row is a line; COPY escapes line breaks within values. */
function linesIn(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  return lines
}
