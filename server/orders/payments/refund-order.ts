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

interface RefundWish {
  reason: RefundReason
  /** Amount as text in the order's currency; without it, all that is left. */
  amount?: string | undefined
  key?: string | undefined
}

/**
 * The seller or an admin refunds a part, or all that is left: through the card provider for cards, else by hand. A part
 * leaves the order's state unchanged; a full refund moves it to `refunded`. The provider is asked after the commit;
 * where that fails, the sweep retries. Both sides get an email with the reason. Refuses strangers, an admin who is the
 * buyer, orders that aren't paid or are done, and more than is left. Called twice with the same key, or twice for all
 * of it, the money goes back once.
 */
export async function refundOrder(
  services: Pick<Services, 'db' | 'clock' | 'cards' | 'log'> & Refuses<'not_found' | 'order_not_open'>,
  asking: SignedInAccount,
  orderId: string,
  { reason, amount, key }: RefundWish,
): Promise<void> {
  const seen = await findOrder(services.db, orderId)
  const as = seen && refundsAs(asking, seen)
  if (!as) return services.refuse('not_found', 'That isn’t one of your orders.')
  const refundId = await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const isRefunded = order?.state === 'refunded'
    if (!order || (isRefunded && amount === undefined)) return null
    // A refunded order may see a part's key again; any other request is more than is left.
    if (!isRefunded) requireTransition(services, order, `${as}_refunds`)
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

/** The role that refunds: the seller for own sales, an admin for those of others. */
function refundsAs(asking: SignedInAccount, { buyerId, sellerId }: OrderRow): 'seller' | 'admin' | null {
  if (asking.id === sellerId) return 'seller'
  return asking.role === 'admin' && asking.id !== buyerId ? 'admin' : null
}

/** Writes an admin's refund to the audit log, with the seller as its subject. */
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
 * The seller puts a copy that was never handed over up for sale again. Refuses orders of others, copies that were
 * handed over, and those with a later order. Called twice, it is refused the second time.
 */
export async function relistBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'order_not_open'>,
  sellerId: string,
  orderId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'seller', sellerId, orderId)
    requireTransition(services, order, 'seller_relists')
    if (mayRelist(order) !== 'yes') services.refuse('order_not_open', 'This copy can’t be put up for sale again here.')
    await moveOrder(tx, order, 'seller_relists', { by: { as: 'seller', id: sellerId }, now: services.clock.now() })
  })
}
