import { CSV_MARK, csvRow } from '#contract/books/spreadsheet-cells.ts'
import type { ArchiveEntry } from '#server/ports/archives.ts'

export type Row = Record<string, unknown>
type Cell = string | number | boolean | Date | null | undefined

/** Item type of a list. */
export type ItemOf<List extends () => AsyncIterable<unknown>> = List extends () => AsyncIterable<infer Item>
  ? Item
  : never

/** A list as a JSON file, streamed item by item. */
export const jsonFile = (name: string, rows: () => AsyncIterable<Row>): ArchiveEntry => ({
  name: `${name}.json`,
  content: jsonOf(rows),
})

async function* jsonOf(rows: () => AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows()) {
    yield before + JSON.stringify(row, null, 1)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A list as a CSV file for spreadsheets: a line per item, a cell per column. */
export const csvFile = <Item>(
  name: string,
  columns: Readonly<Record<string, (item: Item) => Cell>>,
  rows: () => AsyncIterable<Item>,
): ArchiveEntry => ({ name: `${name}.csv`, content: csvOf(columns, rows) })

async function* csvOf<Item>(
  columns: Readonly<Record<string, (item: Item) => Cell>>,
  rows: () => AsyncIterable<Item>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvRow(Object.keys(columns))
  for await (const row of rows()) yield csvRow(Object.values(columns).map((read) => cellOf(read(row))))
}

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}
