import { decodeHTML } from 'entities'
import type { ListColumn } from '#contract/books/lists/list-columns.ts'
import { UnreadableList, type ListSource } from '#contract/books/lists/list-source.ts'
import { openList, rowsBelow, type BookList } from '#contract/books/lists/read-list.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { readLetters } from './list-letters.ts'
import type { ListLine, ListRow, RowHeadings } from './list-row.ts'

/** A list to be imported. */
export interface ImportedList extends BookList {
  /** Titles with letters beyond ASCII to check where the encoding is a guess. */
  titlesToCheck: string[]
}

const NEEDED: readonly ListColumn[] = ['title', 'authors']
/** Maximum characters of a cell, enough for a description with its HTML. */
const LONGEST_CELL = 20_000

/**
 * Opens a list with titles and authors. Refuses (UnreadableList) lists without them, unreadable files, and text that a
 * guessed encoding garbles: the seller sees some titles in each encoding, and picks one.
 */
export async function findList(source: ListSource, encodingName?: string): Promise<ImportedList> {
  const list = { ...(await openList(source, { encodingName, needed: NEEDED })), titlesToCheck: [] }
  if (!list.encoding.isGuess || list.encoding.name !== 'windows-1252') return list
  const { areOdd, readings } = await readLetters((encoding) => rowsOf({ ...list, encoding }), list.encoding)
  if (!areOdd) return { ...list, titlesToCheck: readings[0]!.titles }
  throw new UnreadableList(
    'unclear_encoding',
    `${source.name} doesn’t say how its letters are encoded, and as ${list.encoding.name} some come out wrong. Save it as UTF-8, or name its encoding.`,
    readings,
  )
}

/** Yields rows with line numbers. An unclosed quotation mark swallows what follows, and is reported. */
export async function* rowsOf(list: BookList): AsyncGenerator<ListLine> {
  for await (const row of rowsBelow(list))
    if ('cells' in row) yield { line: row.line, ...rowOf(row.cells, list) }
    else {
      const loss = row.lost > 1 ? `; ${row.lost} lines are lost by it` : ''
      yield { line: row.line, unreadable: `a quotation mark is opened here and never closed${loss}` }
    }
}

/** Decodes entities: lists from the web write & as &amp;, and é as &eacute;. */
function rowOf(
  cells: readonly string[],
  { columns }: BookList,
): { row: ListRow; headings: RowHeadings } | { unreadable: string } {
  const row: ListRow = {}
  const headings: RowHeadings = {}
  for (const { column, place, heading } of columns) {
    if (unguarded(row[column] ?? '') !== '') continue
    const text = cells[place] ?? ''
    if (text.length > LONGEST_CELL) return { unreadable: `“${heading}” is longer than a book’s description can be` }
    const cell = decodeHTML(text)
    if (row[column] !== undefined && unguarded(cell) === '') continue
    row[column] = cell
    headings[column] = heading
  }
  return { row, headings }
}
