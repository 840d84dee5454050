import type { Tx } from '#server/database/schema.ts'
import { claimBook, moveOrder, type ClaimRequest } from './order-changes.sql.ts'
import { confirmOrder, findOrder, setIntent } from './orders.sql.ts'
import { insertPayment } from './payments.sql.ts'

/**
 * Writes a sale of an earlier time, claimed and paid: the same steps in the same tables as when somebody buys and pays,
 * but for the card provider. At the demo's first start that is not listening yet, so the payment carries an id of its
 * own, which begins with `intentPrefix`. Fails when the copy is not for sale.
 */
export async function recordSale(tx: Tx, claim: ClaimRequest, intentPrefix: string): Promise<void> {
  const claimed = await claimBook(tx, claim)
  const order = claimed && (await findOrder(tx, claimed.id))
  if (!order) throw new Error('A book of an earlier sale could not be bought.')
  const { id, amount, currency } = order
  const intentId = `${intentPrefix}${id}`
  await setIntent(tx, id, intentId)
  await confirmOrder(tx, id, claim.now)
  await insertPayment(tx, { orderId: id, intentId, amount, currency, refundReason: null }, claim.now)
  await moveOrder(tx, order, 'buyer_pays', {
    by: { as: 'buyer', id: claim.buyerId },
    now: claim.now,
    facts: { intentId },
  })
}
