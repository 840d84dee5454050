import type { RefundReason } from '#contract/orders/refunds.ts'
import { maySeeOrder, mayRelist } from '#contract/orders/orders.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { addMail } from '#server/database/add-mail.ts'
import type { Services } from '#server/services.ts'
import { lockOrderOf } from '#server/orders/list-orders.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { requireTransition } from '#server/orders/orders.rules.ts'
import { findOrder, lockOrder } from '#server/orders/orders.sql.ts'
import { findStandingPayment, setRefundReason } from './payments.sql.ts'
import { refundIfDue } from './reconcile-payment.ts'

type RefundServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'> & Refuses<'not_found' | 'order_not_open'>

/**
 * The seller or an admin gives the whole amount back: by the card provider where it came from there, else by hand. The
 * order is refunded at once, and the provider asked after that is written down; where that fails, the sweep asks again
 * until it is done. Both sides get an email with the reason. Refuses whoever is neither, and whatever isn't paid or is
 * done. Called twice, the money goes back once.
 */
export async function refundOrder(
  services: RefundServices,
  asking: SignedInAccount,
  orderId: string,
  reason: RefundReason,
): Promise<void> {
  const seen = await findOrder(services.db, orderId)
  const as = asking.role === 'admin' ? 'admin' : 'seller'
  if (!seen || maySeeOrder(asking, seen) !== 'yes' || (as === 'seller' && seen.sellerId !== asking.id))
    return services.refuse('not_found', 'You have no such order.')
  const intentId = await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.state === 'refunded') return null
    requireTransition(services, order.state, `${as}_refunds`)
    const payment = await findStandingPayment(tx, orderId)
    if (payment) await setRefundReason(tx, payment.intentId, `refunded by the ${as === 'admin' ? 'club' : 'seller'}`)
    const facts = { reason, ...(payment && { intentId: payment.intentId }) }
    await moveOrder(tx, order, `${as}_refunds`, { by: { as, id: asking.id }, now: services.clock.now(), facts })
    for (const to of ['buyer', 'seller'] as const) await addMail(tx, 'order_news', { orderId, to, news: 'refunded' })
    return payment?.intentId ?? null
  })
  const { cards } = services
  if (intentId && cards)
    await refundIfDue({ ...services, cards }, intentId).catch((err: unknown) => {
      services.log.warn({ orderId, err }, 'a refund could not be made yet; it will be tried again each minute')
    })
}

/**
 * The seller puts a copy up for sale again that never changed hands. Refuses orders of others, copies that were handed
 * over, and those that have another order since. Called twice, it is refused the second time.
 */
export async function relistBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'order_not_open'>,
  sellerId: string,
  orderId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'seller', sellerId, orderId)
    requireTransition(services, order.state, 'seller_relists')
    if (mayRelist(order) !== 'yes') services.refuse('order_not_open', 'This copy can’t be put up for sale again here.')
    await moveOrder(tx, order, 'seller_relists', { by: { as: 'seller', id: sellerId }, now: services.clock.now() })
  })
}
