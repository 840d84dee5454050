import type { Page } from '#contract/call.ts'
import type { PaidOrder } from '#contract/orders/paid-orders.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { listPaidOrderRows, paidOrderOrdering } from './paid-orders.sql.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'

/**
 * One page of an open account's paid orders that aren't over, bought and sold, for an admin who may close it: their
 * other sides get an email. Refuses unknown accounts.
 */
export async function listPaidOrders(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  accountId: string,
  page: PageRequest<'newest'>,
): Promise<Page<PaidOrder>> {
  const account = await findAccountById(services.db, accountId)
  if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
  const rows = await listPaidOrderRows(services.db, accountId, keysetOf(page, paidOrderOrdering))
  return pageOf(rows, page, (row) => row)
}
