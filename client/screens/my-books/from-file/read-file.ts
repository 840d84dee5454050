import type { EditedField, EditInput } from '#contract/books/edits-of-many.ts'
import { fieldOf, savedColumns } from '#contract/books/lists/list-columns.ts'
import { UnreadableList, type ListProblem } from '#contract/books/lists/list-source.ts'
import { openList, rowsBelow, type BookList } from '#contract/books/lists/read-list.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'

const MOST_BYTES = 20 * 1024 * 1024
const MOST_ROWS = 50_000

/** Row of the file: a book id and its cells. */
export interface FileRow {
  line: number
  id: string
  says: EditInput
  cells: readonly string[]
}

/** Refused row, and why. */
export interface RefusedRow {
  line: number
  title: string
  reason: string
  cells: readonly string[]
}

export interface BookFile {
  separator: string
  headings: readonly string[]
  /** Ignored columns. */
  unread: readonly string[]
  rows: readonly FileRow[]
  refused: readonly RefusedRow[]
}

/** Shorter error texts, where the import's would mention options that don't exist here. */
const PROBLEM_WORDS: { [Problem in ListProblem]?: string } = {
  empty: 'There’s nothing in this file.',
  no_rows: 'This file has no rows below its headings.',
  missing_columns: 'This file has no column “id”. Save your list as CSV in My Products first, and change that file.',
  no_header: 'This isn’t a CSV file.',
  unclear_encoding: 'This isn’t a CSV file.',
}

/**
 * Parses a CSV of the seller's books, as `listFile` wrote it and a spreadsheet saved it: other separators or encodings,
 * moved or missing columns. Throws UnreadableList, in words for people, for other or too large files.
 */
export async function readFile(file: File): Promise<BookFile> {
  if (file.size > MOST_BYTES)
    throw new UnreadableList('too_many_rows', 'This file is larger than 20 MB. Please split it into parts.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Zip signature: workbooks are zip archives.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new UnreadableList(
      'no_header',
      'This is a workbook. In your spreadsheet, choose “Save as” and CSV, and bring that file.',
    )
  async function* open() {
    yield bytes
  }
  const list = await openList({ name: file.name, open }, { needed: ['id'] }).catch((error: unknown) => {
    const words = error instanceof UnreadableList && PROBLEM_WORDS[error.problem]
    throw words ? new UnreadableList(error.problem, words) : error
  })
  const all: FileRow[] = []
  for await (const row of rowsBelow(list)) {
    if (!('cells' in row))
      throw new UnreadableList(
        'no_header',
        'This file can’t be read as CSV: a quotation mark opens in it and never closes.',
      )
    if (all.length === MOST_ROWS)
      throw new UnreadableList(
        'too_many_rows',
        `This file has more than ${MOST_ROWS.toLocaleString('en')} rows. Please split it and bring the parts one by one.`,
      )
    all.push(rowOf(row.line, row.cells, list))
  }
  const { separator, headings } = list
  return { separator, headings, unread: headings.filter((_, place) => !isRead(place, list)), ...sorted(all) }
}

/** Whether a column is known; those of our lists that are read-only count. */
const isRead = (place: number, { headings, columns }: BookList) =>
  headings[place] === '' ||
  columns.some((column) => column.place === place) ||
  savedColumns.some(({ names, heading }) => names === '' && heading === headings[place]!.toLowerCase())

/** Maps cells to columns; the first of two equal columns counts. */
function rowOf(line: number, cells: readonly string[], { columns }: BookList): FileRow {
  let id = ''
  const says: { [Field in EditedField]?: string } = {}
  for (const { column, place } of columns) {
    const [cell, field] = [cells[place], fieldOf(column)]
    if (cell === undefined) continue
    if (column === 'id') id = unguarded(cell).toLowerCase()
    else if (field) says[field] ??= unguarded(cell)
  }
  return { line, id, says, cells }
}

const BOOK_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Maximum length of a cell; any longer value is invalid on the server. */
const LONGEST_CELL = 5000

/** Splits rows into valid ones, one per book, and refused ones. */
function sorted(all: readonly FileRow[]): Pick<BookFile, 'rows' | 'refused'> {
  const rows: FileRow[] = []
  const refused: RefusedRow[] = []
  const seen = new Map<string, number>()
  for (const row of all) {
    const earlier = seen.get(row.id)
    const reason = whyUnusable(row, earlier)
    if (reason === null) rows.push(row)
    else refused.push({ line: row.line, title: row.says.book_name ?? '', reason, cells: row.cells })
    if (!earlier) seen.set(row.id, row.line)
  }
  return { rows, refused }
}

function whyUnusable({ id, says }: FileRow, earlier: number | undefined): string | null {
  if (id === '') return 'It has no id. New books are added in Add A Product.'
  if (!BOOK_ID.test(id)) return 'No book has this id. Please leave the ids as they were saved.'
  if (earlier !== undefined) return `The same book is in line ${earlier} already.`
  return Object.values(says).some((text) => text.length > LONGEST_CELL) ? 'One of its cells is too long.' : null
}
