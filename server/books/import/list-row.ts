import type { ListColumn } from '#contract/books/lists/list-columns.ts'

/** A line's cells by column, as texts of the file. */
export type ListRow = { [Column in ListColumn]?: string }
/** The file's heading of each cell. */
export type RowHeadings = { [Column in ListColumn]?: string }

/** A line of a list; `unreadable` gives the reason where it is no row. */
export type ListLine = { line: number } & ({ row: ListRow; headings?: RowHeadings } | { unreadable: string })

/** Facts that every listing needs beside title and authors, in the order of the questions. */
export const NEEDED_FACTS = ['price', 'originalPrice', 'location', 'phone', 'yearOfPurchase'] as const
export type NeededFact = (typeof NEEDED_FACTS)[number]

/**
 * An error in a line, with heading and text of the cell at fault, if it is one. A line may have several. `about` is
 * also set where the file lacks the column, or the cell is empty.
 */
export interface RefusedCell {
  line: number
  about?: ListColumn
  column?: string
  cell?: string
  reason: string
}
