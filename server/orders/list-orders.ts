import type { Page } from '#contract/call.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import { mayActAsBuyer, mayActAsSeller, maySeeOrder } from '#contract/orders/orders.policy.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { MyBuyerSort, MyOrderSort } from '#contract/sorts.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { disputesOf } from './disputes/disputes-of-order.ts'
import { refundsOf } from '#server/orders/payments/refunds-of-order.ts'
import { myBuyerOrderings, myOrderOrderings } from './order-orderings.sql.ts'
import { feeOfOrder } from './orders.rules.ts'
import { shapeEvent, shapeOrder } from './orders.shape.ts'
import {
  findOrder,
  findOrderWithEvents,
  listOrderRowsOfBuyer,
  listOrderRowsOfSeller,
  lockOrder,
  type OrderRow,
} from './orders.sql.ts'
import { shapeProblem } from './problems/problems.shape.ts'
import { listProblemsOfOrder } from './problems/problems.sql.ts'

/** One page of a buyer's own orders. */
export async function listOrdersOfBuyer(
  services: Pick<Services, 'db'>,
  buyer: SignedInAccount,
  page: PageRequest<MyOrderSort>,
): Promise<Page<Order>> {
  const rows = await listOrderRowsOfBuyer(services.db, buyer.id, keysetOf(page, myOrderOrderings[page.sort]))
  return pageOf(rows, page, (row) => shapeOrder(row, buyer))
}

/** One page of the orders on a seller's books, without those that were cancelled or expired. */
export async function listBuyersOfSeller(
  services: Pick<Services, 'db'>,
  seller: SignedInAccount,
  page: PageRequest<MyBuyerSort>,
): Promise<Page<Order>> {
  const rows = await listOrderRowsOfSeller(services.db, seller.id, keysetOf(page, myBuyerOrderings[page.sort]))
  return pageOf(rows, page, (row) => shapeOrder(row, seller))
}

/** Returns an order with its timeline to its sides and admins; not found for others. */
export async function getOrder(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  asking: SignedInAccount,
  id: string,
): Promise<OrderWithTimeline> {
  const order = await findOrderWithEvents(services.db, id)
  if (!order || maySeeOrder(asking, order) !== 'yes')
    return services.refuse('not_found', 'That isn’t one of your orders.')
  const timeline = order.events.map(shapeEvent)
  const problems = (await listProblemsOfOrder(services.db, id)).map(shapeProblem)
  const disputes = await disputesOf(services.db, id, asking.role === 'admin')
  const money = await refundsOf(services.db, order)
  const fee = order.buyerId === asking.id ? {} : { fee: feeOfOrder(order, money.refundable) }
  return { ...shapeOrder(order, asking), timeline, problems, disputes, ...money, ...fee }
}

type Side = 'buyer' | 'seller'
const mayAct: Record<Side, (accountId: string, order: OrderRow) => 'yes' | 'not_found'> = {
  buyer: mayActAsBuyer,
  seller: mayActAsSeller,
}

/** Returns an order to this side only; not found for others. */
export const getOrderOf = async (
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  side: Side,
  accountId: string,
  id: string,
): Promise<OrderRow> => requireSide(services, side, accountId, await findOrder(services.db, id))

/** The same, locked until the transaction ends. */
export const lockOrderOf = async (
  may: Refuses<'not_found'>,
  tx: Tx,
  side: Side,
  accountId: string,
  id: string,
): Promise<OrderRow> => requireSide(may, side, accountId, await lockOrder(tx, id))

function requireSide(may: Refuses<'not_found'>, side: Side, accountId: string, order: OrderRow | null): OrderRow {
  return order && mayAct[side](accountId, order) === 'yes'
    ? order
    : may.refuse('not_found', 'That isn’t one of your orders.')
}
