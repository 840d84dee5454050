import { integer, orNull, text, time, uuid, type RowOf } from '#server/database/columns.ts'

/** What came of a list that a seller brought. */
export const importColumns = {
  id: uuid('id'),
  fileName: text('file_name'),
  begunAt: time('begun_at'),
  rowsDone: integer('rows_done'),
  inserted: integer('inserted'),
  /** On the seller's list before, or twice in the file. */
  known: integer('known'),
  refused: integer('refused'),
  /** Rows of copies that aren't for sale, or aren't books. */
  leftOut: integer('left_out'),
  /** Null while it goes on, or where the program ended in the middle. */
  finishedAt: orNull(time('finished_at')),
  takenBackAt: orNull(time('taken_back_at')),
  /** How many books taking it back took off the shop. */
  removed: orNull(integer('removed')),
}
export type ImportRow = RowOf<typeof importColumns>

/** An import as an operator sees it. */
export interface ImportOfSeller extends ImportRow {
  sellerEmail: string
}
