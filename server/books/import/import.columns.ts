import { integer, orNull, text, time, uuid, type RowOf } from '#server/database/columns.ts'

/** Columns of an import. */
export const importColumns = {
  id: uuid('id'),
  fileName: text('file_name'),
  begunAt: time('begun_at'),
  rowsDone: integer('rows_done'),
  inserted: integer('inserted'),
  /** Rows already in the seller's list, or twice in the file. */
  known: integer('known'),
  refused: integer('refused'),
  /** Rows that aren't for sale or aren't books, by reason. */
  leftOut: integer('left_out'),
  /** Null while it runs, or after a crash. */
  finishedAt: orNull(time('finished_at')),
  takenBackAt: orNull(time('taken_back_at')),
  /** Number of books that its reversal removed. */
  removed: orNull(integer('removed')),
}
export type ImportRow = RowOf<typeof importColumns>

/** An import as an operator sees it. */
export interface ImportOfSeller extends ImportRow {
  sellerEmail: string
}
