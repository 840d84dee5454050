import { MOST_LIST_ROWS } from '#contract/books/brought-lists.ts'
import { NEEDED_FACTS, type ListLine, type ListRow, type NeededFact } from '../import/list-row.ts'
import { UnreadableList, type ListSource } from '#contract/books/lists/list-source.ts'
import { findList, rowsOf, type ImportedList } from '../import/read-list.ts'
import type { BroughtRow } from './brought-lists.sql.ts'

const PIECE_BYTES = 64 * 1024
export const TOO_MANY_ROWS = `A list may have ${MOST_LIST_ROWS.toLocaleString('en')} rows. Please split it, and bring the parts one after another.`
/** Maximum lines of a file; cells may contain line breaks. */
export const MOST_LIST_LINES = MOST_LIST_ROWS * 4

/** Parses an upload, yielding to the event loop. Refuses (UnreadableList) files that are no list, or too long. */
export async function findBroughtList({ fileName, encoding }: BroughtRow, content: Buffer): Promise<ImportedList> {
  const source: ListSource = {
    name: fileName,
    async *open() {
      for (let at = 0; at < content.length; at += PIECE_BYTES) {
        yield content.subarray(at, at + PIECE_BYTES)
        await new Promise((resolve) => void setImmediate(resolve))
      }
    },
  }
  const list = await findList(source, encoding ?? undefined)
  // The upload's check doesn't count line ends of old Macs.
  if (list.lines > MOST_LIST_LINES) throw new UnreadableList('too_many_rows', TOO_MANY_ROWS)
  return list
}

/**
 * Yields rows with the seller's corrections; a corrected line becomes a readable row. Refuses (UnreadableList) more
 * rows than a list may have.
 */
export async function* correctedRows(
  list: ImportedList,
  corrections: BroughtRow['corrections'],
): AsyncGenerator<ListLine> {
  let rows = 0
  for await (const line of rowsOf(list)) {
    rows += 1
    if (rows > MOST_LIST_ROWS) throw new UnreadableList('too_many_rows', TOO_MANY_ROWS)
    const cells = corrections[line.line]
    if (!cells) yield line
    else
      yield {
        line: line.line,
        row: { ...('row' in line && line.row), ...cells },
        ...('headings' in line && { headings: line.headings }),
      }
  }
}

/** Needed facts that neither a column nor `given` has. */
export const missingFacts = ({ columns }: Pick<ImportedList, 'columns'>, given: ListRow): NeededFact[] =>
  NEEDED_FACTS.filter((fact) => !given[fact]?.trim() && !columns.some(({ column }) => column === fact))
