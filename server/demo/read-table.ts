import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { cellsOf } from '#contract/books/lists/read-csv.ts'

/** Rows of a CSV file in this folder, by its headings and without empty cells. Throws for a row that doesn't fit. */
export function readTable<Row>(file: string, row: z.ZodType<Row>): Row[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const [headings = [], ...rows] = lines.map((line) => cellsOf(line, ','))
  return rows.map((cells) =>
    row.parse(Object.fromEntries(headings.flatMap((heading, at) => (cells[at] ? [[heading, cells[at]]] : [])))),
  )
}
