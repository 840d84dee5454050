import { readPriceText } from '#contract/money/currencies.ts'
import type { RefundReason } from '#contract/orders/refunds.ts'
import { mayRelist } from '#contract/orders/orders.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { lockOrderOf } from '#server/orders/list-orders.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { requireTransition } from '#server/orders/orders.rules.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { addRefund } from './add-refund.ts'
import { sendRefund } from './send-refund.ts'

type RefundServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'> & Refuses<'not_found' | 'order_not_open'>

interface RefundWish {
  reason: RefundReason
  /** As text, in the order's currency; without it, all that is left. */
  amount?: string | undefined
  key?: string | undefined
}

/**
 * The seller or an admin gives a part back, or all that is left: by the card provider where it came from there, else by
 * hand. A part leaves the order as it is; once everything is back it is refunded. The provider is asked after that is
 * written down; where that fails, the sweep asks again until it is done. Both sides get an email with the reason.
 * Refuses whoever is neither, an admin who bought it, whatever isn't paid or is done, and more than is left. Called twice with the same key, or
 * twice for all of it, the money goes back once.
 */
export async function refundOrder(
  services: RefundServices,
  asking: SignedInAccount,
  orderId: string,
  { reason, amount, key }: RefundWish,
): Promise<void> {
  const seen = await findOrder(services.db, orderId)
  const as = seen && refundsAs(asking, seen)
  if (!as) return services.refuse('not_found', 'You have no such order.')
  const refundId = await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const isRefunded = order?.state === 'refunded'
    if (!order || (isRefunded && amount === undefined)) return null
    // A part of it may be asked for once more by its key; any other is more than is left.
    if (!isRefunded) requireTransition(services, order.state, `${as}_refunds`)
    const [by, now] = [{ as, id: asking.id } as const, services.clock.now()]
    const wanted = amount === undefined ? 'all' : (readPriceText(amount, order.currency) ?? Number.NaN)
    const { refund, left, isKnown } = await addRefund(services, tx, order, { amount: wanted, by, reason, now, key })
    const transition = left === 0 ? (`${as}_refunds` as const) : (`${as}_refunds_part` as const)
    if (isKnown) return refund.id
    await moveOrder(tx, order, transition, { by, now, facts: { reason, refundId: refund.id } })
    if (as === 'admin') await noteRefund(tx, { id: orderId, sellerId: order.sellerId }, { admin: asking, now, reason })
    return refund.id
  })
  const { cards } = services
  if (refundId && cards)
    await sendRefund({ ...services, cards }, refundId).catch((err: unknown) => {
      services.log.warn({ orderId, err }, 'a refund could not be made yet; it will be tried again each minute')
    })
}

/** Who sold it gives back as its seller; an admin what others sold and bought. */
function refundsAs(asking: SignedInAccount, { buyerId, sellerId }: OrderRow): 'seller' | 'admin' | null {
  if (asking.id === sellerId) return 'seller'
  return asking.role === 'admin' && asking.id !== buyerId ? 'admin' : null
}

/** What an admin gives back stands in the audit log, as done to the seller. */
const noteRefund = (
  tx: Tx,
  { id, sellerId }: { id: string; sellerId: string },
  { admin, now, reason }: { admin: SignedInAccount; now: Date; reason: RefundReason },
) =>
  writeAudit(tx, {
    kind: 'order_refunded',
    by: { as: 'admin', id: admin.id },
    at: now,
    accountId: sellerId,
    orderId: id,
    facts: { reason },
  })

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
