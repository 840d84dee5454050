import type { ReleaseReason } from '#contract/orders/hand-over.ts'
import type { OrderTransition } from '#contract/orders/order-life.ts'
import type { Refuses } from '#contract/problems.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import { reconcilePayment } from '#server/orders/payments/reconcile-payment.ts'
import type { Services } from '#server/services.ts'
import { getOrderOf } from './list-orders.ts'
import { isTimeUp, requireTransition } from './orders.rules.ts'
import { type Change, moveOrder } from './order-changes.sql.ts'
import { findOrder, lockOrder } from './orders.sql.ts'

/** Transitions that end an unpaid order. */
type Release = Extract<
  OrderTransition,
  'buyer_cancels' | 'seller_releases' | 'time_expires' | 'admin_closes_account' | 'email_changes_hands'
>

/** Recipients of an email: the sides that didn't act. */
const recipientsOf: Record<Release, readonly ('buyer' | 'seller')[]> = {
  buyer_cancels: ['seller'],
  seller_releases: ['buyer'],
  time_expires: ['buyer', 'seller'],
  admin_closes_account: ['buyer', 'seller'],
  email_changes_hands: ['buyer', 'seller'],
}

type ReleaseServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'> & Refuses<'order_not_open'>

/**
 * Ends an unpaid order and puts the copy up for sale again. Cancels the open payment at the card provider first; if the
 * money has moved, the order is paid instead, and the release is refused. So it is while the money is on its way. The sides that didn't act get an email,
 * except the account `withoutMailTo`. Called twice, it is refused the second time, because the order is over by then.
 */
export async function releaseOrder(
  services: ReleaseServices,
  orderId: string,
  transition: Release,
  why: Omit<Change, 'now'> & { withoutMailTo?: string },
): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order) return
  requireTransition(services, order, transition)
  const { cards } = services
  if (order.intentId && cards && (await cards.cancelIntent(order.intentId)) !== 'cancelled') {
    await reconcilePayment({ ...services, cards }, order.intentId)
  }
  const isDone = await services.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    if (!locked) return true
    requireTransition(services, locked, transition)
    // A payment opened since must be cancelled first, too. A timed step checks the due time again.
    if (locked.intentId !== order.intentId) return false
    const now = services.clock.now()
    if (transition === 'time_expires' && !isTimeUp(locked, now)) return true
    const next = await moveOrder(tx, locked, transition, { ...why, now })
    const recipients = recipientsOf[transition].filter((side) => locked[`${side}Id`] !== why.withoutMailTo)
    for (const to of recipients)
      await orderNewsMail.book(tx, { orderId, to, news: next === 'expired' ? 'expired' : 'cancelled' })
    return true
  })
  if (!isDone) await releaseOrder(services, orderId, transition, why)
}

/** The buyer cancels. Refuses orders of others, and paid or ended ones. */
export async function cancelOrder(
  services: ReleaseServices & Refuses<'not_found'>,
  buyerId: string,
  orderId: string,
): Promise<void> {
  await getOrderOf(services, 'buyer', buyerId, orderId)
  await releaseOrder(services, orderId, 'buyer_cancels', { by: { as: 'buyer', id: buyerId } })
}

/** The seller cancels the reservation; the buyer gets the reason. Refuses orders of others, and paid or ended ones. */
export async function releaseBuyer(
  services: ReleaseServices & Refuses<'not_found'>,
  sellerId: string,
  orderId: string,
  reason: ReleaseReason,
): Promise<void> {
  await getOrderOf(services, 'seller', sellerId, orderId)
  await releaseOrder(services, orderId, 'seller_releases', { by: { as: 'seller', id: sellerId }, facts: { reason } })
}
