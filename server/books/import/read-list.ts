import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { decodeHTML } from 'entities'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { decode, detectEncoding, namedEncoding, type Encoding } from './decode-list.ts'
import { columnsOf, type ColumnPlace } from './list-headings.ts'
import type { ListColumn, ListLine, ListRow, RowHeadings } from './list-row.ts'
import { UnreadableList, type ListSource } from './list-source.ts'

/** A list of books as it was found: what its first line says, before any of the others is used. */
export interface BookList {
  source: ListSource
  encoding: Encoding
  separator: string
  /** All that its first line names, read or not. */
  headings: string[]
  /** What we read of a line, and where it stands. */
  columns: ColumnPlace[]
  /** The line that names the columns; above it a spreadsheet may name the separator. */
  headerLine: number
  /** Lines of text below the header; rows with line breaks in them have several. */
  lines: number
}

const SEPARATORS = [',', ';', '\t', '|']
const NAMES_OF_SEPARATORS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const NEEDED: readonly ListColumn[] = ['title', 'authors']

/**
 * Reads a file's header and counts its lines. Refuses (UnreadableList) what is empty, has no rows or no columns for
 * title and authors, and says what it found instead.
 */
export async function findList(source: ListSource, encodingName?: string): Promise<BookList> {
  const { name } = source
  const encoding = encodingName === undefined ? await detectEncoding(source) : namedEncoding(encodingName)
  const { header, headerLine, lines } = await readThrough(source, encoding)
  if (header === null) throw new UnreadableList('empty', `${name} is empty.`)
  if (header.trim() === '')
    throw new UnreadableList('no_header', `${name} begins with an empty line; its first line names the columns.`)
  const { separator, headings, columns } = readHeader(header)
  const missing = NEEDED.filter((needed) => !columns.some(({ column }) => column === needed))
  if (missing.length > 0)
    throw new UnreadableList(
      'missing_columns',
      `${name} has no column for ${missing.join(' and ')}. Its first line names the columns; read with ${NAMES_OF_SEPARATORS[separator]} between them, it has: ${headings.join(', ')}`,
    )
  if (lines === 0) throw new UnreadableList('no_rows', `${name} has a header and no books below it.`)
  return { source, encoding, separator, headings, columns, headerLine, lines }
}

/** The rows with their line numbers. A quotation mark that nothing closes swallows what follows it, and is told. */
export async function* rowsOf(list: BookList): AsyncGenerator<ListLine> {
  let isTorn = false
  const parser = Readable.from(linesOf(list.source, list.encoding)).pipe(
    parse({
      delimiter: list.separator,
      from_line: list.headerLine + 1,
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      // Spreadsheets leave rows of separators below the last book.
      skip_records_with_empty_values: true,
      // Else an error at the end of the file takes rows along that were read, and wait to be fetched.
      skip_records_with_error: true,
      on_skip: () => void (isTorn = true),
    }),
  )
  let line = list.headerLine
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    line = info.lines
    yield { line, ...rowOf(record, list.columns) }
  }
  const lost = list.lines + list.headerLine - line
  if (isTorn)
    yield {
      line: line + 1,
      unreadable: `a quotation mark is opened here and never closed${lost > 1 ? `; ${lost} lines are lost by it` : ''}`,
    }
}

/** Lists from the web write & as &amp;, and é as &eacute;. */
function rowOf(record: readonly string[], columns: BookList['columns']): { row: ListRow; headings: RowHeadings } {
  const row: ListRow = {}
  const headings: RowHeadings = {}
  for (const { column, place, heading } of columns) {
    if (unguarded(row[column] ?? '') !== '') continue
    const cell = decodeHTML(record[place] ?? '')
    if (row[column] !== undefined && unguarded(cell) === '') continue
    row[column] = cell
    headings[column] = heading
  }
  return { row, headings }
}

/** The text of a file with \n at the end of each line: lists that were put together, or edited elsewhere, have several. */
async function* linesOf(source: ListSource, encoding: Encoding): AsyncGenerator<string> {
  let held = ''
  for await (const text of decode(source, encoding)) {
    const whole = held + text
    // Half of a line's end, perhaps.
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

/** Excel's own line for itself. */
const NAMES_SEPARATOR = /^"?sep=.?"?$/i

/** The first line that is one of the list, null where there is none, and how many that aren't empty follow it. */
async function readThrough(
  source: ListSource,
  encoding: Encoding,
): Promise<{ header: string | null; headerLine: number; lines: number }> {
  let header: string | null = null
  let headerLine = 1
  let lines = 0
  let rest = ''
  let isFirst = true
  for await (const text of linesOf(source, encoding)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (isFirst && headerLine === 1 && NAMES_SEPARATOR.test(part)) {
        headerLine = 2
        continue
      }
      if (isFirst) header = part
      else if (part !== '') lines += 1
      isFirst = false
    }
  }
  if (isFirst && rest !== '') header = rest
  else if (rest !== '') lines += 1
  return { header, headerLine, lines }
}

/** The separator by which most headings are known to us. */
function readHeader(header: string): { separator: string; headings: string[]; columns: BookList['columns'] } {
  const readings = SEPARATORS.map((separator) => {
    const [headings = []] = parseNow(header, { delimiter: separator, relax_quotes: true })
    return { separator, headings: headings.map((heading) => heading.trim()), columns: columnsOf(headings) }
  })
  const known = ({ columns }: (typeof readings)[number]) => columns.length
  return readings.reduce((best, next) =>
    known(next) > known(best) || (known(next) === known(best) && next.headings.length > best.headings.length)
      ? next
      : best,
  )
}
