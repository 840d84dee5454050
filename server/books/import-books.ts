import type { Services } from '#server/services.ts'
import { insertImportedBooks, type ImportedBook } from './books.sql.ts'
import { readTitleRow, type ReadRow, type TitleLine } from './imported-row.ts'

const BATCH_SIZE = 500

export interface ImportReport {
  inserted: number
  /** There already, from an earlier import of the same row. */
  known: number
  refused: { line: number; reason: string }[]
}

/**
 * Puts a list of titles up for sale under a seller's account, newest first in the list's own order. Rows that can't
 * be a listing are reported with their line and left out; the rest goes on. Called twice with the same list, it
 * adds nothing the second time, and a listing that was sold or deleted since does not come back.
 */
export async function importBooks(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  sellerId: string,
  lines: AsyncIterable<TitleLine>,
  onProgress: (rowsDone: number) => void,
): Promise<ImportReport> {
  const report: ImportReport = { inserted: 0, known: 0, refused: [] }
  const start = services.clock.now()
  let batch: ImportedBook[] = []
  let done = 0
  const flush = async () => {
    const inserted = await insertImportedBooks(services.db, sellerId, services.shop.currency, batch)
    report.inserted += inserted
    report.known += batch.length - inserted
    batch = []
    onProgress(done)
  }
  for await (const given of lines) {
    const read: ReadRow =
      'row' in given
        ? readTitleRow(given.row, start.getUTCFullYear(), services.shop.currency)
        : { kind: 'refused', reason: given.unreadable }
    if (read.kind === 'refused') report.refused.push({ line: given.line, reason: read.reason })
    // A millisecond apart, so that lists show them in the order of the file.
    else batch.push({ ...read, at: new Date(start.getTime() - done).toISOString() })
    done += 1
    if (batch.length === BATCH_SIZE) await flush()
  }
  await flush()
  return report
}
