import { mayChooseCash } from '#contract/orders/orders.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import type { Services } from '#server/services.ts'
import { lockOrderOf } from './list-orders.ts'
import { moveOrder } from './order-changes.sql.ts'
import { requireTransition } from './orders.rules.ts'

const SUSPENDED =
  'The seller’s account is suspended for now, so they can’t accept cash. Please pay online, or cancel the order.'

/**
 * The buyer of an unpaid order asks to pay in cash when they meet. The seller gets an email and agrees or declines;
 * until then the reservation runs on and can still be paid by card. Refuses orders of others, orders that don't wait
 * for payment, sellers who can't answer, and shops without cash. Called twice, nothing happens the second time.
 */
export async function chooseCash(
  services: Pick<Services, 'db' | 'clock' | 'site'> & Refuses<'not_found' | 'order_not_open' | 'cash_off'>,
  buyerId: string,
  orderId: string,
): Promise<void> {
  if (!services.site.cash) services.refuse('cash_off', 'This shop doesn’t take cash. Please pay online.')
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'buyer', buyerId, orderId)
    requireTransition(services, order, 'buyer_chooses_cash')
    if (mayChooseCash(order) !== 'yes') return
    if (order.isSellerSuspended) services.refuse('order_not_open', SUSPENDED)
    const now = services.clock.now()
    await moveOrder(tx, order, 'buyer_chooses_cash', { by: { as: 'buyer', id: buyerId }, now })
    await orderNewsMail.book(tx, { orderId, to: 'seller', news: 'cash_chosen' })
  })
}
