import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OperatorError } from '#server/database/operator-error.ts'
import { JOBS, type Opening, type TableCheck } from './backup-format.ts'
import { hasJobs, JOB_COLUMNS } from './pending-jobs.ts'
import type { RowsPiece } from './write-rows.ts'
import { countRows, listMigrations, listSequences, listTables, quoted, rowsQuery, type Table } from './tables.ts'

/** What a database holds, all of one moment. */
export interface Snapshot extends Pick<Opening, 'migrations' | 'tables' | 'sequences'> {
  /** Rows of all tables together, for the progress display. */
  rows: number
}

/**
 * Begins a transaction that sees the database as it is at this moment, for as long as it lasts. Nobody's reading or
 * writing waits for it; with `writersWait` nothing is written meanwhile. Refuses a database without a shop in it.
 */
export async function beginSnapshot(client: Client, { writersWait = false } = {}): Promise<Snapshot> {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'public.books'))
    throw new OperatorError('There is no shop in this database yet; nothing was copied.')
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ${writersWait ? '' : ' READ ONLY'}`)
  // Before the first query, which decides what is seen. From here on nobody changes or empties these tables.
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

/**
 * A table's rows as COPY text, piece by piece; at last how many there were and their hash. Nothing else may be asked of
 * the client meanwhile.
 */
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

/** Only counts and hashes the rows of tables. */
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

/** A row is a line; line breaks inside of values are written as letters. */
function linesIn(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  return lines
}
