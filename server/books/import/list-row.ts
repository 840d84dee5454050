import type { ListColumn } from '#contract/books/lists/list-columns.ts'

/** What a line says of a book: its words as they stand in the file. */
export type ListRow = { [Column in ListColumn]?: string }
/** By which heading of the file each cell of a row stands. */
export type RowHeadings = { [Column in ListColumn]?: string }

/** One line of a list; `unreadable` says why it is no row. */
export type ListLine = { line: number } & ({ row: ListRow; headings?: RowHeadings } | { unreadable: string })

/** What every listing needs beside title and authors, in the order in which people are asked for it. */
export const NEEDED_FACTS = ['price', 'originalPrice', 'location', 'phone', 'yearOfPurchase'] as const
export type NeededFact = (typeof NEEDED_FACTS)[number]

/**
 * What is wrong with a line: the heading and text of the cell where it is one cell's fault. A line may have several.
 * `about` is also there where the file has no such column, or nothing in it.
 */
export interface RefusedCell {
  line: number
  about?: ListColumn
  column?: string
  cell?: string
  reason: string
}
