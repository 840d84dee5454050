import type { Page } from '#contract/call.ts'
import type { ListedProblem, ProblemSort, ProblemState } from '#contract/orders/problem-decisions.ts'
import type { PageRequest } from '#contract/paging.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { listProblemRows, problemOrdering } from './problem-list.sql.ts'
import { shapeProblem } from './problems.shape.ts'

/** One page of all open or ended problems, for admins: the order's sides, without the entries' texts. */
export async function listProblems(
  { db }: Pick<Services, 'db'>,
  page: PageRequest<ProblemSort> & { state: ProblemState },
): Promise<Page<ListedProblem>> {
  const rows = await listProblemRows(db, page.state, keysetOf(page, problemOrdering(page.state, page.sort)))
  return pageOf(rows, page, (row) => ({
    ...shapeProblem(row),
    orderId: row.orderId,
    title: row.title,
    buyerName: row.buyerName,
    sellerName: row.sellerName,
  }))
}
