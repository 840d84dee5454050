import { mayAgreeToCash } from '#contract/orders/orders.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import type { Services } from '#server/services.ts'
import { lockOrderOf } from './list-orders.ts'
import { moveOrder } from './order-changes.sql.ts'
import { requireTransition } from './orders.rules.ts'

/**
 * The seller agrees to be paid in cash: the contacts of both open, the copy stays reserved until they have met, for 14
 * days at most, and the buyer gets an email. Refuses orders of others and those whose buyer didn't ask for it. Called
 * twice, nothing happens the second time.
 */
export async function agreeToCash(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'order_not_open'>,
  sellerId: string,
  orderId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'seller', sellerId, orderId)
    if (order.state === 'agreed') return
    requireTransition(services, order, 'seller_agrees_to_cash')
    if (mayAgreeToCash(order) !== 'yes') services.refuse('order_not_open', 'The buyer hasn’t asked to pay in cash.')
    const now = services.clock.now()
    await moveOrder(tx, order, 'seller_agrees_to_cash', { by: { as: 'seller', id: sellerId }, now })
    await orderNewsMail.book(tx, { orderId, to: 'buyer', news: 'agreed' })
  })
}
