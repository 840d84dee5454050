import { stat } from 'node:fs/promises'
import type { Client } from 'pg'
import { countOf } from '#contract/wording.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { tableOfPart } from '../backup-format.ts'
import { loadDatabase, type MakeIdentityTables } from '../load-database.ts'
import { type Archive, openArchive } from '../read-archive.ts'
import type { Progress, Shop } from '../take-backup.ts'
import type { RowsPiece } from '../write-rows.ts'
import { openScratch } from './scratch.ts'

interface Options {
  makeIdentityTables: MakeIdentityTables
  /** Bytes read so far. */
  progress?: Progress
  signal?: AbortSignal
}

export interface TriedBackup {
  rows: number
  tables: number
  pictures: number
  /** Where it was restored. */
  where: string
}

/**
 * Restores a backup into a scratch database, as a restore does: each table's count and hash are compared with what the
 * backup says, references are checked, newer migrations run; pictures are read and counted. Then removes it. The shop's
 * own database and folders are neither read nor written; `session`, on its database, has the lock of trials. Refuses
 * (OperatorError) what a restore would refuse; throws NoScratchError where a trial can't be made.
 */
export async function tryBackup(
  session: Client,
  shop: Shop,
  file: string,
  { makeIdentityTables, progress = () => {}, signal }: Options,
): Promise<TriedBackup> {
  const { size } = await stat(file)
  const archive = await openArchive(file, (bytes) => progress(bytes, size))
  try {
    const scratch = await openScratch(session, shop)
    // The last steps of a load are single statements, which may last: they end with their database.
    const stop = () => void scratch.remove().catch(() => {})
    signal?.addEventListener('abort', stop, { once: true })
    try {
      signal?.throwIfAborted()
      const seen = { pictures: 0 }
      await loadDatabase(scratch.url, {
        from: archive.opening,
        pieces: piecesOf(archive, seen, signal),
        expected: () => archive.end().tables,
        name: 'a trial',
        makeIdentityTables,
        say: () => {},
      })
      const { tables, pictures } = archive.end()
      if (pictures !== seen.pictures)
        throw new OperatorError(`It has ${countOf(seen.pictures, 'picture')}, and says that they are ${pictures}.`)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      return { rows, tables: tables.length, pictures, where: scratch.where }
    } catch (error) {
      // Otherwise it says that its database went away.
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      await scratch.remove()
    }
  } finally {
    await archive.close()
  }
}

const PICTURE = /^images\/([0-9a-f]+)\//

/** Yields the rows, and counts the pictures; the files of each follow one another. */
async function* piecesOf(
  { entries }: Archive,
  seen: { pictures: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<RowsPiece> {
  let last: string | undefined
  for await (const { name, chunks } of entries) {
    signal?.throwIfAborted()
    const table = tableOfPart(name)
    if (table) for await (const chunk of chunks) yield { table, chunk }
    const hash = PICTURE.exec(name)?.[1]
    if (hash !== undefined && hash !== last) seen.pictures += 1
    last = hash
  }
}
