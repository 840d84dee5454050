import type { Page } from '#contract/call.ts'
import type { AllOrderSort, ListedOrder } from '#contract/orders/all-orders.ts'
import type { PageRequest } from '#contract/paging.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import {
  allOrderOrderings,
  listAllOrderRows,
  searchCondition,
  type ListedOrderRow,
  type OrderChoice,
} from './all-orders.sql.ts'
import { readSearch } from './order-search.rules.ts'

/** One page of all orders, filtered and searched, for admins. */
export async function listAllOrders(
  { db }: Pick<Services, 'db'>,
  { q, ...choice }: OrderChoice & { q: string },
  page: PageRequest<AllOrderSort>,
): Promise<Page<ListedOrder>> {
  const keyset = keysetOf(page, allOrderOrderings[page.sort])
  const search = readSearch(q)
  const looked = search && (await searchCondition(db, search))
  return pageOf(await listAllOrderRows(db, choice, looked, keyset), page, shapeListed)
}

const shapeListed = ({ buyerId, buyerName, sellerId, sellerName, ...row }: ListedOrderRow): ListedOrder => ({
  ...row,
  buyer: { id: buyerId, name: buyerName },
  seller: { id: sellerId, name: sellerName },
})
