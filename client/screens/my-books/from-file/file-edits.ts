import type { Edited, EditedField, PreviewedEdit, EditInput } from '#contract/books/edits-of-many.ts'
import { MOST_AT_ONCE } from '#contract/books/change-of-price.ts'
import type { FileRow, RefusedRow } from './read-file.ts'

/** Row of the file with the server's preview. */
export interface Edit {
  row: FileRow
  preview: PreviewedEdit
}

/** Request row: the changes of one book. */
export interface SentEdit {
  book: string
  revision: number
  says: EditInput
}

/** Maximum size of a request; the server takes a quarter of a megabyte. */
const MOST_BYTES = 150_000

/** Batches rows into as few requests as the server allows. */
export function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = []
  let [batch, bytes] = [[] as Row[], 0]
  for (const row of rows) {
    const weight = new TextEncoder().encode(JSON.stringify(row)).length
    if (batch.length === MOST_AT_ONCE || (batch.length > 0 && bytes + weight > MOST_BYTES)) {
      batches.push(batch)
      ;[batch, bytes] = [[], 0]
    }
    batch.push(row)
    bytes += weight
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/** Sorts previewed rows: changes, refusals, and the number of unchanged rows. */
export function sortedEdits(edits: readonly Edit[]): { changing: Edit[]; refused: RefusedRow[]; same: number } {
  const refused = edits.filter(({ preview }) => preview.reasons.length > 0)
  const changing = edits.filter(({ preview }) => preview.reasons.length === 0 && preview.changes.length > 0)
  return {
    changing,
    refused: refused.map(({ row, preview }) => refusedRow(row, preview.title, preview.reasons.join(' '))),
    same: edits.length - changing.length - refused.length,
  }
}

export const refusedRow = ({ line, cells, says }: FileRow, title: string, reason: string): RefusedRow => ({
  line,
  cells,
  title: title || (says.book_name ?? ''),
  reason,
})

/** Request row with the changed fields only. */
export const sentOf = ({ preview: { book, revision, changes } }: Edit): SentEdit => ({
  book,
  revision,
  says: saysOf(changes.map(({ field, to }) => [field, to])),
})

/** Inverse edits for undo, by revision: books edited since are left alone. */
export function undoingOf(edits: readonly Edit[], changed: Edited['changed']): SentEdit[] {
  const revisions = new Map(changed.map(({ book, revision }) => [book, revision]))
  return edits.flatMap(({ preview: { book, changes } }) => {
    const revision = revisions.get(book)
    return revision === undefined
      ? []
      : [{ book, revision, says: saysOf(changes.map(({ field, from }) => [field, from])) }]
  })
}

const saysOf = (texts: [EditedField, string][]): EditInput => Object.fromEntries(texts)
