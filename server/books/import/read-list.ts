import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { decodeHTML } from 'entities'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { decode, detectEncoding, namedEncoding, type Encoding } from './decode-list.ts'
import { columnsOf, type ColumnPlace, type ListColumn } from '#contract/books/list-headings.ts'
import { readLetters } from './list-letters.ts'
import type { ListLine, ListRow, RowHeadings } from './list-row.ts'
import { UnreadableList, type ListSource } from './list-source.ts'

/** A list of books as it was found: what its first line says, before any of the others is used. */
export interface BookList {
  source: ListSource
  encoding: Encoding
  /** Where the encoding is a guess, some titles with letters beyond ASCII, for a person to check. */
  titlesToCheck: string[]
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
const NEEDED: readonly ListColumn[] = ['title', 'authors']
/** In characters. Hundreds of columns fit in. */
const LONGEST_HEADER = 50_000
/** In characters, of a column that we read; a description with its HTML has as many. */
const LONGEST_CELL = 20_000

/**
 * Reads a file's header and counts its lines. Refuses (UnreadableList) what is empty, has no rows or no columns for
 * title and authors, and says what it found instead; and letters that come out wrong by what was guessed of them.
 */
export async function findList(source: ListSource, encodingName?: string): Promise<BookList> {
  const { name } = source
  const encoding = encodingName === undefined ? await detectEncoding(source) : namedEncoding(encodingName)
  const { header, headerLine, lines, hasBackslashes } = await readThrough(source, encoding)
  if (header === null) throw new UnreadableList('empty', `${name} is empty.`)
  if (header.trim() === '')
    throw new UnreadableList('no_header', `${name} begins with an empty line; its first line names the columns.`)
  if (header.length > LONGEST_HEADER)
    throw new UnreadableList('no_header', `${name} begins with a line too long to name columns. Is it a list of books?`)
  const found = readHeader(header)
  const missing = NEEDED.filter((needed) => !found.columns.some(({ column }) => column === needed))
  if (missing.length > 0)
    throw new UnreadableList(
      'missing_columns',
      `${name} has no column for ${missing.join(' and ')}. Its first line names the columns; read with ${NAMES_OF_SEPARATORS[found.separator]} between them, it has: ${found.headings.join(', ')}`,
    )
  if (lines === 0) throw new UnreadableList('no_rows', `${name} has a header and no books below it.`)
  const list = { source, encoding, titlesToCheck: [], ...found, hasBackslashes, headerLine, lines }
  if (!encoding.isGuess || encoding.name !== 'windows-1252') return list
  return { ...list, titlesToCheck: await checkLetters(list) }
}

/** A guess that would change letters is none: the seller sees some titles in each encoding, and names the right one. */
async function checkLetters(list: BookList): Promise<string[]> {
  const { areOdd, readings } = await readLetters((encoding) => rowsOf({ ...list, encoding }), list.encoding)
  if (!areOdd) return readings[0]!.titles
  throw new UnreadableList(
    'unclear_encoding',
    `${list.source.name} doesn’t say how its letters are encoded, and as ${list.encoding.name} some come out wrong. Save it as UTF-8, or name its encoding.`,
    readings,
  )
}

/** The rows with their line numbers. A quotation mark that nothing closes swallows what follows it, and is told. */
export async function* rowsOf(list: BookList): AsyncGenerator<ListLine> {
  let isTorn = false
  const text = linesOf(list.source, list.encoding)
  const parser = Readable.from(list.hasBackslashes ? unescaped(text) : text).pipe(
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
    yield { line, ...rowOf(record, list) }
  }
  const lost = list.lines + list.headerLine - line
  if (isTorn)
    yield {
      line: line + 1,
      unreadable: `a quotation mark is opened here and never closed${lost > 1 ? `; ${lost} lines are lost by it` : ''}`,
    }
}

/** Lists from the web write & as &amp;, and é as &eacute;. */
function rowOf(
  record: readonly string[],
  { columns, hasBackslashes }: BookList,
): { row: ListRow; headings: RowHeadings } | { unreadable: string } {
  const row: ListRow = {}
  const headings: RowHeadings = {}
  for (const { column, place, heading } of columns) {
    if (unguarded(row[column] ?? '') !== '') continue
    const text = record[place] ?? ''
    if (text.length > LONGEST_CELL) return { unreadable: `“${heading}” is longer than a book’s description can be` }
    // In a cell without quotation marks around it, two are still two.
    const cell = decodeHTML(hasBackslashes ? text.replaceAll('""', '"') : text)
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

/** A backslash makes a quotation mark, another backslash or a line's end part of a cell's text. */
async function* unescaped(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of text) {
    const whole = held + piece
    const backslashes = /(?<!\\)\\*$/.exec(whole)![0].length
    // Half of a pair, perhaps.
    held = backslashes % 2 === 1 ? '\\' : ''
    yield whole
      .slice(0, whole.length - held.length)
      .replace(/\\(["\\\n])/g, (_, sign: string) => (sign === '"' ? '""' : sign))
  }
  yield held
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
  let rest = ''
  let hasBackslashes = false
  const take = (line: string) => {
    if (header === null && headerLine === 1 && NAMES_SEPARATOR.test(line)) headerLine = 2
    else if (header === null) header = line
    else if (line !== '') lines += 1
    hasBackslashes ||= header !== line && BACKSLASHED.test(line)
  }
  for await (const text of linesOf(source, encoding)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) take(part)
  }
  if (rest !== '') take(rest)
  return { header: header as string | null, headerLine, lines, hasBackslashes }
}

/** The separator by which most headings are known to us. */
function readHeader(header: string): Pick<BookList, 'separator' | 'headings' | 'columns'> {
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
