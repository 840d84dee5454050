import { parse } from 'csv-parse/browser/esm/sync'
import type { EditedField, Says } from '#contract/books/edits-of-many.ts'
import { columnNamed } from '#contract/books/list-headings.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { listColumns } from '#contract/books/list-columns.ts'
import { textOf, UnreadableFile } from './text-of-file.ts'

const MOST_ROWS = 50_000
const SEPARATORS = [',', ';', '\t', '|']

/** Thrown for a list that may be of books that aren't in the shop yet. */
export class NoBooksOfYours extends UnreadableFile {
  override name = 'NoBooksOfYours'
}

/** One row of the file: the book it names, and what it says of it. */
export interface FileRow {
  line: number
  id: string
  says: Says
  cells: readonly string[]
}

/** A row of the file that stays undone, and why. */
export interface RefusedRow {
  line: number
  title: string
  reason: string
  cells: readonly string[]
}

export interface BookFile {
  separator: string
  headings: readonly string[]
  /** Of these columns nothing is read. */
  unread: readonly string[]
  rows: readonly FileRow[]
  refused: readonly RefusedRow[]
}

/**
 * Reads a list of one's own books as `listFile` made it and a spreadsheet left it: with other separators or letters, columns
 * moved or gone. Throws UnreadableFile, in words for people, where it isn't one, or has too much in it.
 */
export async function readFile(file: File): Promise<BookFile> {
  const text = await textOf(file)
  const separator = separatorOf(text)
  const [header, ...records] = recordsOf(text, separator)
  if (!header || records.length === 0) throw new UnreadableFile('This file has no rows below its headings.')
  if (records.length > MOST_ROWS)
    throw new UnreadableFile(
      `This file has more than ${MOST_ROWS.toLocaleString('en')} rows. Please split it and bring the parts one by one.`,
    )
  const columns = columnsOf(header.cells)
  if (!columns.some((column) => column?.heading === 'id'))
    throw new NoBooksOfYours(
      'This file has no column “id”. Save your list as CSV in My Products first, and change that file.',
    )
  const { rows, refused } = sorted(records.map(({ line, cells }) => rowOf(line, cells, columns)))
  const unread = header.cells.filter((heading, place) => heading.trim() !== '' && !columns[place])
  return { separator, headings: header.cells, unread, rows, refused }
}

type Column = (typeof listColumns)[number]
interface Record {
  line: number
  cells: string[]
}

/** The separator by which most headings are ours; spreadsheets may say which in a line of its own. */
function separatorOf(text: string): string {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  if (said !== undefined) return said
  const known = (separator: string) => columnsOf(recordsOf(text, separator, 1)[0]?.cells ?? []).filter(Boolean).length
  return SEPARATORS.reduce((best, next) => (known(next) > known(best) ? next : best))
}

function recordsOf(text: string, delimiter: string, most = MOST_ROWS + 2): Record[] {
  try {
    const records = parse(text.replace(/^sep=.\r?\n/i, ''), {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      to: most,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch {
    throw new UnreadableFile('This file can’t be read as CSV: a quotation mark in it is opened and never closed.')
  }
}

/** By what the import calls them: a heading may be German, or have a currency behind it. */
const columnsOfImport = new Map(listColumns.map((column) => [columnNamed(column.heading), column]))

/** What stands at each place of a row; of two for one column, the first counts. */
function columnsOf(header: readonly string[]): (Column | null)[] {
  const found = header.map((heading) => {
    const name = columnNamed(heading)
    const ours = (column: Column) => column.heading === heading.trim().toLowerCase()
    return (name === null ? listColumns.find(ours) : columnsOfImport.get(name)) ?? null
  })
  return found.map((column, place) => (found.indexOf(column) === place ? column : null))
}

function rowOf(line: number, cells: readonly string[], columns: readonly (Column | null)[]): FileRow {
  let id = ''
  const says: { [Field in EditedField]?: string } = {}
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]
    if (!column || cell === undefined) continue
    if (column.heading === 'id') id = unguarded(cell).toLowerCase()
    else if (column.field) says[column.field] = unguarded(cell)
  }
  return { line, id, says, cells }
}

const BOOK_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** What no row may say of a book on a server. */
const LONGEST_CELL = 5000

/** Rows that name a book, each once; and the others. */
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
  if (!BOOK_ID.test(id)) return 'Its id isn’t one of a book. Ids have to stay as they were saved.'
  if (earlier !== undefined) return `The same book is in line ${earlier} already.`
  return Object.values(says).some((text) => text.length > LONGEST_CELL) ? 'One of its cells is too long.' : null
}
