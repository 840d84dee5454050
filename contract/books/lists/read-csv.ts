/** A row of a CSV file, and the last of its lines. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** A quotation mark that is opened in a line and never closed, and how many lines are lost by it. */
export interface OpenQuote {
  line: number
  lost: number
}

/**
 * The rows of a CSV file below its first lines, given line by line, many at a time. Reads what spreadsheets and databases
 * write: a quotation mark inside of a cell without quotation marks is a part of it, rows may differ in length, and those
 * in which no cell says anything are none.
 */
export async function* readCsv(
  lines: AsyncIterable<readonly string[]>,
  separator: string,
  linesAbove = 0,
): AsyncGenerator<CsvRow | OpenQuote> {
  let [line, first] = [0, 0]
  let cells: string[] = []
  let open: string | null = null
  for await (const some of lines)
    for (const text of some) {
      line += 1
      if (line <= linesAbove) continue
      if (open === null) [cells, first] = [[], line]
      open = readLine(text, { cells, open, separator })
      if (open === null && cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    }
  if (open !== null) yield { line: first, lost: line - first + 1 }
}

/** The cells of a line that is a whole row. */
export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  readLine(line, { cells, open: null, separator })
  return cells
}

/** Adds a line's cells; gives the text of a cell in quotation marks that goes on in the next line, else null. */
function readLine(
  line: string,
  { cells, open, separator }: { cells: string[]; open: string | null; separator: string },
): string | null {
  let at = 0
  let quoted = open
  for (;;) {
    if (quoted === null && line[at] === '"') [quoted, at] = ['', at + 1]
    while (quoted !== null) {
      const mark = line.indexOf('"', at)
      if (mark === -1) return `${quoted}${line.slice(at)}\n`
      quoted += line.slice(at, mark)
      at = mark + 1
      if (line[at] !== '"') break
      quoted += '"'
      at += 1
    }
    const next = line.indexOf(separator, at)
    const end = next === -1 ? line.length : next
    // Text behind the closing mark: the marks were a part of the cell.
    cells.push(quoted === null ? line.slice(at, end) : at === end ? quoted : `"${quoted}"${line.slice(at, end)}`)
    if (next === -1) return null
    ;[quoted, at] = [null, next + 1]
  }
}
