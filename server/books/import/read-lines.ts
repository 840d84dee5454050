import type { NewBook } from '#contract/books/books.ts'
import type { LeftOut } from '#contract/books/left-out.ts'
import type { ListLine, RefusedCell } from './list-row.ts'
import { readListRow, type ListRules, type ReadListing, type RowReason } from './read-list-row.ts'

const BATCH_SIZE = 500
/** Maximum of refused cells and lost texts reported in detail; more are only counted. */
const MOST_NAMED = 1000
const LONGEST_CELL = 100

/** A cell that the listing drops, because its language, binding or year is unknown to us. */
export interface LostText {
  column: string
  cell: string
  /** Number of rows with it, and the first one. */
  rows: number
  line: number
}

/** Results of the lines so far. */
export interface Findings {
  rowsDone: number
  /** Rows identical to an earlier one. */
  repeated: number
  refusedRows: number
  refused: RefusedCell[]
  /** Rows that aren't for sale or aren't books, by reason. */
  leftOut: { [Because in LeftOut]?: number }
  lost: LostText[]
}

export const noFindings = (): Findings => ({
  rowsDone: 0,
  repeated: 0,
  refusedRows: 0,
  refused: [],
  leftOut: {},
  lost: [],
})

export const countLeftOut = ({ leftOut }: Pick<Findings, 'leftOut'>): number =>
  Object.values(leftOut).reduce((sum, rows) => sum + rows, 0)

/** A copy to list. */
export interface Listing {
  line: number
  /** Index of its row, from 0. */
  place: number
  book: NewBook
  sourceKey: string
  /** Id in a list that was saved here: perhaps a book of this shop. */
  listedId: string | null
}

/**
 * Parses lines of a list into listings, a batch at a time, and collects the rest in `findings`. An identical row is the
 * same copy again; another copy of a title needs different facts in its row, or a quantity.
 */
export async function* listingsOf(
  lines: AsyncIterable<ListLine>,
  rules: ListRules,
  findings: Findings,
): AsyncGenerator<Listing[]> {
  const keyOf = copiesOfOneTitle()
  const seen = new Set<string>()
  const note = notesIn(findings)
  const { mostCopies = Infinity } = rules
  let copies = 0
  let batch: Listing[] = []
  for await (const line of lines) {
    const place = findings.rowsDone
    findings.rowsDone += 1
    const read = 'row' in line ? readListRow(line.row, rules) : { kind: 'refused' as const, reasons: [] }
    if (read.kind === 'book') {
      note.lost(line, read.lost)
      const sourceKey = keyOf(read)
      if (seen.has(sourceKey)) findings.repeated += 1
      else if (copies + read.copies > mostCopies)
        note.refused(line, [{ reason: `a list may have ${mostCopies.toLocaleString('en')} copies; please split it` }])
      else {
        batch.push(...copiesIn(read, sourceKey).map((listing) => ({ ...listing, line: line.line, place })))
        seen.add(sourceKey)
        copies += read.copies
      }
    } else if (read.kind === 'left_out') note.leftOut(read.because)
    else note.refused(line, read.reasons)
    if (findings.rowsDone % BATCH_SIZE === 0) {
      yield batch
      batch = []
    }
  }
  yield batch
}

/** Each copy's key has its number, so that the same row with a smaller quantity adds nothing. */
const copiesIn = ({ book, copies, listedId }: ReadListing, sourceKey: string) =>
  Array.from({ length: copies }, (_, number) => ({
    book,
    listedId,
    sourceKey: number === 0 ? sourceKey : `${sourceKey} copy ${number + 1}`,
  }))

/** The first row of a title has the title as its key; a row with other facts is another copy. */
function copiesOfOneTitle(): (read: { sourceKey: string; fingerprint: string }) => string {
  const first = new Map<string, string>()
  return ({ sourceKey, fingerprint }) => {
    const fingerprintBefore = first.get(sourceKey)
    if (fingerprintBefore === undefined) first.set(sourceKey, fingerprint)
    return fingerprintBefore === undefined || fingerprintBefore === fingerprint
      ? sourceKey
      : `${sourceKey} ${fingerprint}`
  }
}

function notesIn(findings: Findings) {
  const lost = new Map<string, LostText>()
  return {
    leftOut(because: LeftOut) {
      findings.leftOut[because] = (findings.leftOut[because] ?? 0) + 1
    },
    refused(line: ListLine, reasons: readonly RowReason[]) {
      findings.refusedRows += 1
      const cells: RefusedCell[] =
        'unreadable' in line
          ? [{ line: line.line, reason: line.unreadable }]
          : reasons.map(({ column, reason }) => ({
              line: line.line,
              ...(column && { about: column, ...cellOf(line, column) }),
              reason,
            }))
      findings.refused.push(...cells.slice(0, MOST_NAMED - findings.refused.length))
    },
    lost(line: ListLine, columns: ReadListing['lost']) {
      if ('unreadable' in line) return
      for (const name of columns) {
        const { column = name, cell = '' } = cellOf(line, name)
        const key = `${column}\u001F${cell}`
        const cellBefore = lost.get(key)
        if (cellBefore) cellBefore.rows += 1
        else if (findings.lost.length < MOST_NAMED) {
          const text = { column, cell, rows: 1, line: line.line }
          lost.set(key, text)
          findings.lost.push(text)
        }
      }
    },
  }
}

/** Heading and text of a cell; empty where the file has no such column. */
function cellOf(
  { row, headings = {} }: Extract<ListLine, { row: unknown }>,
  column: keyof typeof row,
): { column?: string; cell?: string } {
  const cell = row[column]
  if (cell === undefined) return {}
  const text = cell.trim()
  return {
    column: headings[column] ?? column,
    cell: text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text,
  }
}
