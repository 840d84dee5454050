import type { OrderProblem, ProblemEntry } from '#contract/orders/problems.ts'
import type { EntryRow, ProblemRow } from './problems.sql.ts'

/** A problem's row → contract. */
export const shapeProblem = (row: ProblemRow): OrderProblem => ({
  id: row.id,
  kind: row.kind,
  openedBy: row.openedBy,
  openedAt: row.openedAt,
  revision: row.revision,
  endedAt: row.endedAt,
  outcome: row.outcome,
  givenBack: row.givenBack,
})

/** Entry row → contract, with the author as a role. */
export const shapeEntry = ({ id, author, text, images, at }: EntryRow): ProblemEntry => ({
  id,
  by: author === 'admin' ? 'club' : author,
  text,
  images,
  at,
})
