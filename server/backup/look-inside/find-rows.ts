import { stat } from 'node:fs/promises'
import { matchMigrations } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { type Closing, isDataFile, type Opening, tableOfPart } from '../backup-format.ts'
import { openArchive, type Entry } from '../read-archive.ts'
import type { Progress } from '../take-backup.ts'
import { type BackedUpRow, lineSplitter, readLine } from './copy-rows.ts'

/** Which rows of a table are looked for. */
export interface WantedRows {
  /** Text that stands in each of them: other lines aren't taken apart. */
  mark?: string
  isWanted: (row: BackedUpRow) => boolean
}

export interface Wanted {
  /** By table: 'public.books'. */
  tables: Readonly<Record<string, WantedRows>>
  /** Pictures whose files are wanted, by their hashes. */
  pictures?: ReadonlySet<string>
  /** Most rows of each table; 1,000 where it isn't given. */
  most?: number
}

export interface Found {
  opening: Opening
  end: Closing
  /** Of each table that was asked for. */
  rows: Record<string, BackedUpRow[]>
  /** Files of the pictures, by hash and name: '1200.webp'. */
  pictures: Map<string, Map<string, Buffer>>
}

const PICTURE = /^images\/([0-9a-f]+)\/(.+)$/
const MOST = 1000

/**
 * Looks rows and pictures up in a backup, in one reading of the whole file: so it is known to be complete and right.
 * Refuses a file that isn't, and one of a newer program (OperatorError).
 */
export async function findRows(
  file: string,
  { tables, pictures: hashes = new Set(), most = MOST }: Wanted,
  progress: Progress = () => {},
): Promise<Found> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  const archive = await openArchive(file, (bytes) => progress(bytes, size))
  const pictures: Found['pictures'] = new Map()
  const rows = Object.fromEntries(Object.keys(tables).map((name) => [name, [] as BackedUpRow[]]))
  const readers = new Map(
    archive.opening.tables.flatMap((table) => {
      const wanted = tables[table.name]
      return wanted ? [[table.name, rowFinder(table.columns, wanted, rows[table.name]!, most)] as const] : []
    }),
  )
  try {
    await matchMigrations(file, archive.opening.migrations, await readMigrations())
    for await (const entry of archive.entries) {
      const table = tableOfPart(entry.name)
      const read = table === null ? undefined : readers.get(table)
      if (read) for await (const chunk of entry.chunks) read(chunk)
      else if (isDataFile(entry.name)) await takePicture(entry, hashes, pictures)
    }
    return { opening: archive.opening, end: archive.end(), rows, pictures }
  } finally {
    await archive.close()
  }
}

function rowFinder(columns: string[], { mark, isWanted }: WantedRows, found: BackedUpRow[], most: number) {
  const split = lineSplitter()
  return (chunk: Uint8Array) => {
    for (const line of split(chunk)) {
      if (found.length === most) return
      if (mark !== undefined && !line.includes(mark)) continue
      const row = readLine(line, columns)
      if (isWanted(row)) found.push(row)
    }
  }
}

async function takePicture({ name, chunks }: Entry, hashes: ReadonlySet<string>, pictures: Found['pictures']) {
  const [, hash = '', file = ''] = PICTURE.exec(name) ?? []
  if (!hashes.has(hash)) return
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(Uint8Array.from(chunk))
  const files = pictures.get(hash) ?? new Map<string, Buffer>()
  pictures.set(hash, files.set(file, Buffer.concat(parts)))
}
