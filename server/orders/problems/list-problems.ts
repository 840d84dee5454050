import type { Page } from '#contract/call.ts'
import type { ListedProblem, ProblemSort, ProblemState } from '#contract/orders/problem-decisions.ts'
import type { PageRequest } from '#contract/paging.ts'
import { HOUR_MS } from '#contract/duration.ts'
import type { ProblemEntry } from '#contract/orders/problems.ts'
import type { Refuses } from '#contract/problems.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { findOrder } from '#server/orders/orders.sql.ts'
import { listProblemRows, problemOrdering } from './problem-list.sql.ts'
import { shapeEntry, shapeProblem } from './problems.shape.ts'
import { authorOf } from './locked-order.ts'
import { entryOrdering, findProblem, listEntryRows, noteReading } from './problems.sql.ts'

/** One page of all open or ended problems, for admins: the order's sides, without the entries' texts. */
export async function listProblems(
  { db }: Pick<Services, 'db'>,
  page: PageRequest<ProblemSort> & { state: ProblemState },
): Promise<Page<ListedProblem>> {
  const rows = await listProblemRows(db, page.state, keysetOf(page, problemOrdering(page.state, page.sort)))
  return pageOf(rows, page, (row) => ({
    ...shapeProblem(row),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    title: row.title,
    book: row.book,
    buyerName: row.buyerName,
    sellerName: row.sellerName,
  }))
}

/**
 * One page of a problem's entries, oldest first. Not found for strangers. Stores first that an admin read it, once for
 * each new entry and hour.
 */
export async function listProblemEntries(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  asking: SignedInAccount,
  problemId: string,
  page: PageRequest<'oldest'>,
): Promise<Page<ProblemEntry>> {
  const problem = await findProblem(services.db, problemId)
  const order = problem && (await findOrder(services.db, problem.orderId))
  const reader = order && authorOf(order, asking)
  if (!problem || !reader) return services.refuse('not_found', 'That problem isn’t about one of your orders.')
  const now = services.clock.now()
  if (reader === 'admin')
    await noteReading(services.db, problem, asking.id, { now, hourAgo: new Date(now.getTime() - HOUR_MS) })
  const rows = await listEntryRows(services.db, problemId, keysetOf(page, entryOrdering))
  return pageOf(rows, page, shapeEntry)
}
