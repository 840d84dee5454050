import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { decodeHTML } from 'entities'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import type { ListColumn, ListLine, ListRow } from '#server/books/import/list-row.ts'
import { UsageError } from '#tools/read-call.ts'
import { columnsOf, type ColumnPlace } from './columns.ts'
import { decode, detectEncoding, namedEncoding, type Encoding } from './decode-list.ts'

/** A list of books as it was found: what its first line says, before any of the others is used. */
export interface BookList {
  file: string
  encoding: Encoding
  separator: string
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
 * Reads a file's header and counts its lines. Refuses (UsageError) what is no file, is empty, has no rows or no columns
 * for title and authors, and says what it found instead.
 */
export async function findList(file: string, encodingName?: string): Promise<BookList> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`${file} is not a file.`)
  if (found.size === 0) throw new UsageError(`${file} is empty.`)
  const encoding = encodingName === undefined ? await detectEncoding(file) : namedEncoding(encodingName)
  const { header, headerLine, lines } = await readThrough(file, encoding)
  if (header.trim() === '') throw new UsageError(`${file} begins with an empty line; its first line names the columns.`)
  const { separator, headings, columns } = readHeader(header)
  const missing = NEEDED.filter((needed) => !columns.some(({ column }) => column === needed))
  if (missing.length > 0)
    throw new UsageError(
      `${file} has no column for ${missing.join(' and ')}. Its first line names the columns; read with ${NAMES_OF_SEPARATORS[separator]} between them, it has: ${headings.join(', ')}`,
    )
  if (lines === 0) throw new UsageError(`${file} has a header and no books below it.`)
  return { file, encoding, separator, columns, headerLine, lines }
}

/** The rows with their line numbers. A quotation mark that nothing closes swallows what follows it, and is told. */
export async function* rowsOf(list: BookList): AsyncGenerator<ListLine> {
  let isTorn = false
  const parser = Readable.from(linesOf(list.file, list.encoding)).pipe(
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
    yield { line, row: rowOf(record, list.columns) }
  }
  const lost = list.lines + list.headerLine - line
  if (isTorn)
    yield {
      line: line + 1,
      unreadable: `a quotation mark is opened here and never closed${lost > 1 ? `; ${lost} lines are lost by it` : ''}`,
    }
}

/** Lists from the web write & as &amp;, and é as &eacute;. */
function rowOf(record: readonly string[], columns: BookList['columns']): ListRow {
  const row: ListRow = {}
  for (const { column, place } of columns)
    if (unguarded(row[column] ?? '') === '') row[column] = decodeHTML(record[place] ?? '')
  return row
}

/** The text of a file with \n at the end of each line: lists that were put together, or edited elsewhere, have several. */
async function* linesOf(file: string, encoding: Encoding): AsyncGenerator<string> {
  let held = ''
  for await (const text of decode(file, encoding)) {
    const whole = held + text
    // Half of a line's end, perhaps.
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

/** Excel's own line for itself. */
const NAMES_SEPARATOR = /^"?sep=.?"?$/i

/** The first line that is one of the list, and how many that aren't empty follow it. */
async function readThrough(
  file: string,
  encoding: Encoding,
): Promise<{ header: string; headerLine: number; lines: number }> {
  let header = ''
  let headerLine = 1
  let lines = 0
  let rest = ''
  let isFirst = true
  for await (const text of linesOf(file, encoding)) {
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
  if (isFirst) header = rest
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
