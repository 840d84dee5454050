import { refuse } from '#contract/problems.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { insertImportedBooks, type ImportedBook } from '../books.sql.ts'
import type { ListLine } from './list-row.ts'
import { readListRow, type ListRules, type ReadRow } from './read-list-row.ts'

const BATCH_SIZE = 500

export interface ImportReport {
  inserted: number
  /** There already, from an earlier import of the same row. */
  known: number
  refused: { line: number; reason: string }[]
}

/**
 * How the rows of a list are read in this shop. Refuses (Refusal, `invalid_input`) what is given for all books and can't
 * hold for any.
 */
export async function listRules(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  { given, makeUpMissing }: Pick<ListRules, 'given' | 'makeUpMissing'>,
): Promise<ListRules> {
  const rules: ListRules = {
    currency: services.shop.currency,
    thisYear: services.clock.now().getUTCFullYear(),
    categories: (await listCategoryRows(services.db)).map(({ slug }) => slug),
    given,
    makeUpMissing,
  }
  const trial = readListRow({ title: 'A title', authors: 'An author' }, { ...rules, makeUpMissing: true })
  return trial.kind === 'book' ? rules : refuse('invalid_input', `For all books: ${trial.reason}.`)
}

/**
 * Puts a list of books up for sale under a seller's account, newest first in the list's own order. Rows that can't
 * be a listing are reported with their line and left out; the rest goes on. Called twice with the same list, it
 * adds nothing the second time, and a listing that was sold or deleted since does not come back. A second copy of a
 * title is one where its row says something else of it.
 */
export async function importBooks(
  services: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  lines: AsyncIterable<ListLine>,
  rules: ListRules,
  onProgress: (rowsDone: number) => void,
): Promise<ImportReport> {
  const report: ImportReport = { inserted: 0, known: 0, refused: [] }
  const start = services.clock.now()
  const tellApart = copiesOfOneTitle()
  let batch: ImportedBook[] = []
  let done = 0
  const flush = async () => {
    const inserted = await insertImportedBooks(services.db, sellerId, rules.currency, batch)
    report.inserted += inserted
    report.known += batch.length - inserted
    batch = []
    onProgress(done)
  }
  for await (const line of lines) {
    const read: ReadRow = 'row' in line ? readListRow(line.row, rules) : { kind: 'refused', reason: line.unreadable }
    if (read.kind === 'refused') report.refused.push({ line: line.line, reason: read.reason })
    else
      batch.push({
        ...read.book,
        sourceKey: tellApart(read),
        // A millisecond apart, so that lists show them in the order of the file.
        postedAt: new Date(start.getTime() - done),
      })
    done += 1
    if (batch.length === BATCH_SIZE) await flush()
  }
  await flush()
  return report
}

/** The first row of a title has the title as its key; a row with other facts is another copy. */
function copiesOfOneTitle(): (read: { sourceKey: string; fingerprint: string }) => string {
  const first = new Map<string, string>()
  return ({ sourceKey, fingerprint }) => {
    const known = first.get(sourceKey)
    if (known === undefined) first.set(sourceKey, fingerprint)
    return known === undefined || known === fingerprint ? sourceKey : `${sourceKey} ${fingerprint}`
  }
}
