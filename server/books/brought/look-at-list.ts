import {
  MOST_LIST_ROWS,
  MOST_ROWS_SHOWN,
  type BroughtList,
  type ListCells,
  type LookAtList,
} from '#contract/books/brought-lists.ts'
import type { LeftOut } from '#contract/books/left-out.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { Refusal, type Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import type { ListLine, RefusedCell } from '../import/list-row.ts'
import { listRules } from '../import/list-rules.ts'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import { previewImport } from '../import/preview-import.ts'
import type { ImportedList } from '../import/read-list.ts'
import { findBrought, readContent, type BroughtRow } from './brought-lists.sql.ts'
import { correctedRows, findBroughtList, missingFacts } from './read-brought.ts'

type LookServices = Pick<Services, 'db' | 'clock' | 'shop'>

/** Queue limit: reading a list takes up to a second of CPU, so lists are read one after another. */
const MOST_WAITING = 8
/** Queue limit per seller, so that others have their turn. */
const MOST_OF_ONE = 2
const waiting: string[] = []
let last: Promise<unknown> = Promise.resolve()

/**
 * Previews an uploaded list and the result of each row; null where there is none. Writes nothing. Refuses when the
 * queue is full, or the seller has two lists in it.
 */
export async function lookAtList(
  services: LookServices & Refuses<'unavailable'>,
  sellerId: string,
): Promise<BroughtList | null> {
  if (waiting.length >= MOST_WAITING || waiting.filter((id) => id === sellerId).length >= MOST_OF_ONE)
    return services.refuse('unavailable', 'Many lists are being read right now. Please try again in a minute.')
  waiting.push(sellerId)
  const before = last
  const reading = before
    .then(() => read(services, sellerId))
    .finally(() => void waiting.splice(waiting.indexOf(sellerId), 1))
  last = reading.catch(() => {})
  return reading
}

async function read(services: LookServices, sellerId: string): Promise<BroughtList | null> {
  const found = await findBrought(services.db, sellerId)
  const content = found && (await readContent(services.db, sellerId))
  if (!found || !content) return null
  const { fileName, revision, encoding, given, corrections } = found
  const file = { fileName, revision, encoding: encoding ?? '', given, corrected: Object.keys(corrections).length }
  try {
    const list = await findBroughtList(found, content)
    return { ...file, look: await lookInto(services, sellerId, list, found), problem: null }
  } catch (error) {
    if (error instanceof UnreadableList)
      return { ...file, look: null, problem: { words: error.message, readings: [...error.readings] } }
    // The defaults are invalid.
    if (error instanceof Refusal) return { ...file, look: null, problem: { words: error.message, readings: [] } }
    throw error
  }
}

async function lookInto(
  services: LookServices,
  sellerId: string,
  list: ImportedList,
  { given, corrections }: BroughtRow,
): Promise<LookAtList> {
  const rules = await listRules(services, { given, makeUpMissing: false, mostCopies: MOST_LIST_ROWS })
  const seen = new Map<number, ListLine>()
  async function* noted() {
    for await (const line of correctedRows(list, corrections)) {
      seen.set(line.line, line)
      yield line
    }
  }
  const found = await previewImport(services, sellerId, noted(), rules, { mostBooks: MOST_ROWS_SHOWN })
  return {
    encoding: { name: list.encoding.name, isGuess: list.encoding.isGuess, titles: list.titlesToCheck },
    missing: missingFacts(list, given),
    rows: seen.size,
    fresh: found.inserted,
    known: found.known,
    refused: found.refusedRows,
    leftOut: (Object.entries(found.leftOut) as [LeftOut, number][]).map(([because, rows]) => ({ because, rows })),
    lost: found.lost.slice(0, MOST_ROWS_SHOWN).map(({ column, cell, rows }) => ({ column, cell, rows })),
    books: found.books.map(({ line, book }) => ({
      line,
      cells: cellsOf(seen.get(line)),
      title: book.title,
      author: book.author,
      price: priceText({ minor: book.resalePrice, currency: rules.currency }),
    })),
    refusedRows: byLine(found.refused)
      .slice(0, MOST_ROWS_SHOWN)
      .map(([line, reasons]) => ({
        line,
        cells: cellsOf(seen.get(line)),
        reasons: reasons.map(({ about, column: heading, cell, reason }) => ({
          ...(about !== undefined && { column: about }),
          ...(heading !== undefined && { heading }),
          ...(cell !== undefined && { cell }),
          reason,
        })),
      })),
  }
}

const cellsOf = (line: ListLine | undefined): ListCells => (line && 'row' in line ? line.row : {})

/** Errors per line, in the file's order. */
function byLine(cells: readonly RefusedCell[]): [number, RefusedCell[]][] {
  const lines = new Map<number, RefusedCell[]>()
  for (const cell of cells) lines.set(cell.line, [...(lines.get(cell.line) ?? []), cell])
  return [...lines]
}
