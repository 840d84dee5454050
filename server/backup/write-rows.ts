import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { JOBS, type TableCheck } from './backup-format.ts'
import { ARRIVING_JOBS } from './pending-jobs.ts'
import { quote, quoted, type Table } from './tables.ts'

/** A chunk of a table's COPY text; chunks may be cut anywhere, and those of one table follow each other. */
export interface RowsPiece {
  table: string
  chunk: Uint8Array
}

/** Writes chunks into their tables, in little memory. Skips tables that aren't among `tables`. */
export async function writeRows(
  client: Client,
  tables: ReadonlyMap<string, Table>,
  pieces: AsyncIterable<RowsPiece>,
): Promise<void> {
  let current: string | null = null
  let copy: OpenCopy | null = null
  try {
    for await (const { table: name, chunk } of pieces) {
      if (current !== name) {
        await copy?.end()
        const table = tables.get(name)
        copy = table ? openCopy(client, table) : null
        current = name
      }
      await copy?.write(chunk)
    }
    await copy?.end()
  } catch (error) {
    copy?.abandon()
    throw error
  }
}

/** Describes where two databases differ, table by table; empty where they are equal. */
export function differences(expected: readonly TableCheck[], found: readonly TableCheck[]): string[] {
  return expected.flatMap((table) => {
    const other = found.find(({ name }) => name === table.name)
    if (!other) return []
    if (other.rows !== table.rows) return [`${table.name} has ${other.rows} rows instead of ${table.rows}`]
    return other.sha256 === table.sha256 ? [] : [`${table.name} has other contents`]
  })
}

interface OpenCopy {
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Ends it without its rows, so that the connection is free again. */
  abandon(): void
}

function openCopy(client: Client, { name, columns }: Table): OpenCopy {
  const into = name === JOBS ? ARRIVING_JOBS : quoted(name)
  const stream = client.query(copyFrom(`COPY ${into} (${columns.map(quote).join(', ')}) FROM STDIN`))
  // The server may refuse a row at any time, also between two chunks.
  let failure: Error | null = null
  let fail: (error: Error) => void = () => {}
  stream.on('error', (error) => {
    failure = error
    fail(error)
  })
  const unlessFailed = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      if (failure) return reject(failure)
      fail = reject
      work((error) => (error ? reject(error) : resolve()))
    })
  return {
    write: (chunk) => unlessFailed((done) => stream.write(chunk, done)),
    end: () => unlessFailed((done) => stream.end(done)),
    abandon: () => void (failure || stream.writableFinished || stream.destroy()),
  }
}
