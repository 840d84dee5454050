import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listTables, quote, quoted } from '../tables.ts'
import { type BackedUpRow, lineSplitter, readLine } from './copy-rows.ts'

/**
 * A row of the shop's present database, by its id, as a backup would have it; null where there is none. The session is
 * one of openLongSession, which writes times as backups do.
 */
export async function findRowNow(client: Client, table: string, id: string): Promise<BackedUpRow | null> {
  const columns = (await listTables(client)).find(({ name }) => name === table)?.columns ?? []
  if (!columns.includes('id')) return null
  const selected = columns.map(quote).join(', ')
  const query = `SELECT ${selected} FROM ${quoted(table)} WHERE id::text = ${client.escapeLiteral(id)}`
  const split = lineSplitter()
  const lines: Buffer[] = []
  for await (const chunk of client.query(copyTo(`COPY (${query}) TO STDOUT`)) as AsyncIterable<Buffer>)
    lines.push(...split(chunk))
  return lines[0] ? readLine(lines[0], columns) : null
}

/** Columns in which two rows differ; those that only one of them has are left out. */
export function differingColumns(then: BackedUpRow, now: BackedUpRow): string[] {
  return Object.keys(then).filter((column) => column in now && then[column] !== now[column])
}
