import { decode, detectEncoding, namedEncoding, type Encoding } from './decode-list.ts'
import { columnsOf, type ColumnPlace, type ListColumn } from './list-columns.ts'
import { UnreadableList, type ListSource } from './list-source.ts'
import { cellsOf, readCsv, type CsvRow, type OpenQuote } from './read-csv.ts'

/** A list of books as it was found: what its first line says, before any of the others is used. */
export interface BookList {
  source: ListSource
  encoding: Encoding
  separator: string
  /** MySQL's way: a quotation mark inside of a cell has a backslash before it, rather than another one. */
  hasBackslashes: boolean
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
/** In characters. Hundreds of columns fit in. */
const LONGEST_HEADER = 50_000

/**
 * Reads a file's header and counts its lines. Refuses (UnreadableList) what is empty, has no rows or lacks a column that
 * is needed, and says what it found instead.
 */
export async function openList(
  source: ListSource,
  { encodingName, needed }: { encodingName?: string | undefined; needed: readonly ListColumn[] },
): Promise<BookList> {
  const { name } = source
  const encoding = encodingName === undefined ? await detectEncoding(source) : namedEncoding(encodingName)
  const { header, headerLine, lines, hasBackslashes } = await readThrough(source, encoding)
  if (header === null) throw new UnreadableList('empty', `${name} is empty.`)
  if (header.trim() === '')
    throw new UnreadableList('no_header', `${name} begins with an empty line; its first line names the columns.`)
  if (header.length > LONGEST_HEADER || header.includes('\0'))
    throw new UnreadableList('no_header', `${name} begins with a line that can’t name columns. Is it a list of books?`)
  const found = readHeader(header)
  const missing = needed.filter((one) => !found.columns.some(({ column }) => column === one))
  if (missing.length > 0)
    throw new UnreadableList(
      'missing_columns',
      `${name} has no column for ${missing.join(' and ')}. Its first line names the columns; read with ${NAMES_OF_SEPARATORS[found.separator]} between them, it has: ${found.headings.join(', ')}`,
    )
  if (lines === 0) throw new UnreadableList('no_rows', `${name} has a header and no books below it.`)
  return { source, encoding, ...found, hasBackslashes, headerLine, lines }
}

/** The rows below the header, with their line numbers. */
export async function* rowsBelow(list: BookList): AsyncGenerator<CsvRow | OpenQuote> {
  const { source, encoding, separator, headerLine, hasBackslashes } = list
  const lines = linesOf(source, encoding)
  for await (const row of readCsv(hasBackslashes ? unescaped(lines) : lines, separator, headerLine)) {
    // In a cell without quotation marks around it, two are still two.
    if (hasBackslashes && 'cells' in row) row.cells = row.cells.map((cell) => cell.replaceAll('""', '"'))
    yield row
  }
}

/** The lines of a file, many at a time: lists that were put together, or edited elsewhere, end them in several ways. */
async function* linesOf(source: ListSource, encoding: Encoding): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of decode(source, encoding)) {
    // A \r at the end is half of a line's end, perhaps.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    yield lines
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')]
}

/** A backslash makes a quotation mark, another backslash or a line's end part of a cell's text. */
async function* unescaped(lines: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const some of lines)
    yield some.map((line) => line.replace(/\\(["\\]|$)/g, (_, sign: string) => (sign === '"' ? '""' : sign)))
}

/** Excel's own line for itself. */
const NAMES_SEPARATOR = /^"?sep=.?"?$/i
/** Within a cell; before a separator, the end of a line or another quotation mark it would be a cell's own backslash. */
const BACKSLASHED = /\\"(?=[^",;\t|])/

/**
 * The first line that is one of the list, null where there is none, and how many that aren't empty follow it; and how
 * they write a quotation mark in a cell.
 */
async function readThrough(source: ListSource, encoding: Encoding) {
  let header: string | null = null
  let headerLine = 1
  let lines = 0
  let hasBackslashes = false
  for await (const some of linesOf(source, encoding))
    for (const line of some) {
      if (header !== null) {
        if (line !== '') lines += 1
        hasBackslashes ||= BACKSLASHED.test(line)
      } else if (headerLine === 1 && NAMES_SEPARATOR.test(line)) headerLine = 2
      else header = line
    }
  return { header, headerLine, lines, hasBackslashes }
}

/** The separator by which most headings are known to us. */
function readHeader(header: string): Pick<BookList, 'separator' | 'headings' | 'columns'> {
  const readings = SEPARATORS.map((separator) => {
    const headings = cellsOf(header, separator)
    return { separator, headings: headings.map((heading) => heading.trim()), columns: columnsOf(headings) }
  })
  const countColumns = ({ columns }: (typeof readings)[number]) => columns.length
  return readings.reduce((best, next) =>
    countColumns(next) > countColumns(best) ||
    (countColumns(next) === countColumns(best) && next.headings.length > best.headings.length)
      ? next
      : best,
  )
}
