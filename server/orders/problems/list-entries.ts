import { HOUR_MS } from '#contract/duration.ts'
import type { Page } from '#contract/call.ts'
import type { ProblemEntry } from '#contract/orders/problems.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import { findOrder } from '#server/orders/orders.sql.ts'
import type { Services } from '#server/services.ts'
import { authorOf } from './locked-order.ts'
import { entryOrdering, findProblem, listEntryRows, noteReading } from './problems.sql.ts'
import { shapeEntry } from './problems.shape.ts'

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
  if (!problem || !reader) return services.refuse('not_found', 'You have no such problem.')
  const now = services.clock.now()
  if (reader === 'admin')
    await noteReading(services.db, problem, asking.id, { now, hourAgo: new Date(now.getTime() - HOUR_MS) })
  const rows = await listEntryRows(services.db, problemId, keysetOf(page, entryOrdering))
  return pageOf(rows, page, shapeEntry)
}
