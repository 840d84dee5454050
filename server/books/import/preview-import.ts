import type { NewBook } from '#contract/books/books.ts'
import type { Services } from '#server/services.ts'
import { idsOf, isNotAmong, reportOf, type ImportReport } from './import-books.ts'
import { findOwnIds, findSourceKeys } from './imports.sql.ts'
import type { ListLine } from './list-row.ts'
import { listingsOf, noFindings } from './read-lines.ts'
import type { ListRules } from './read-list-row.ts'

export interface ImportPreview extends ImportReport {
  /** The first books of the preview. */
  books: { line: number; book: NewBook }[]
}

/** Dry run of `importBooks`: reads all lines and writes nothing. `mostBooks` limits the books shown. */
export async function previewImport(
  { db }: Pick<Services, 'db'>,
  sellerId: string,
  lines: AsyncIterable<ListLine>,
  rules: ListRules,
  { mostBooks }: { mostBooks: number },
): Promise<ImportPreview> {
  const findings = noFindings()
  const books: ImportPreview['books'] = []
  let [inserted, known] = [0, 0]
  for await (const listings of listingsOf(lines, rules, findings)) {
    const keys = await findSourceKeys(
      db,
      sellerId,
      listings.map(({ sourceKey }) => sourceKey),
    )
    const own = await findOwnIds(db, sellerId, idsOf(listings))
    const fresh = listings.filter(isNotAmong(own)).filter(({ sourceKey }) => !keys.has(sourceKey))
    inserted += fresh.length
    known += listings.length - fresh.length
    books.push(...fresh.slice(0, mostBooks - books.length).map(({ line, book }) => ({ line, book })))
  }
  return { ...reportOf(findings, { inserted, known }), books }
}
