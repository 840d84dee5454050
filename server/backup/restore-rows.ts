import { randomUUID } from 'node:crypto'
import { loadDatabase, type MakeIdentityTables } from './load-database.ts'
import { tableOfPart } from './backup-format.ts'
import { type Archive, openArchive } from './read-archive.ts'
import type { RowsPiece } from './write-rows.ts'

/**
 * Restores the rows of a backup into an empty database, and leaves its pictures and keys in the file. All or nothing;
 * refuses what `loadDatabase` and `openArchive` refuse (OperatorError).
 */
export async function restoreRows(
  file: string,
  url: string,
  { makeIdentityTables, say }: { makeIdentityTables: MakeIdentityTables; say: (line: string) => void },
): Promise<void> {
  const archive = await openArchive(file)
  try {
    await loadDatabase(url, {
      from: archive.opening,
      pieces: rowsOf(archive),
      expected: () => archive.end().tables,
      name: randomUUID(),
      makeIdentityTables,
      say,
    })
  } finally {
    await archive.close()
  }
}

async function* rowsOf({ entries }: Archive): AsyncGenerator<RowsPiece> {
  for await (const { name, chunks } of entries) {
    const table = tableOfPart(name)
    if (table) for await (const chunk of chunks) yield { table, chunk }
  }
}
