import type { Tx } from '#server/database/schema.ts'
import { claimBook, moveOrder, type ClaimRequest } from './order-changes.sql.ts'
import { confirmOrder, findOrder, setIntent, type OrderRow } from './orders.sql.ts'
import { insertPayment } from '#server/orders/payments/payments.sql.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Writes a sale of an earlier time, claimed and paid. With `today` the book was handed over as well, two days later, and the
 * order done after two more, as far as that is in the past. The same steps in the same tables as when somebody buys and pays, but for
 * the card provider and the emails. At the demo's first start the provider is not listening yet, so the payment carries
 * an id of its own, which begins with `intentPrefix`. Fails when the copy is not for sale.
 */
export async function recordSale(tx: Tx, claim: ClaimRequest, intentPrefix: string, today: Date | null): Promise<void> {
  const claimed = await claimBook(tx, claim)
  const order = claimed && (await findOrder(tx, claimed.id))
  if (!order) throw new Error('A book of an earlier sale could not be bought.')
  const { id, amount, currency } = order
  const intentId = `${intentPrefix}${id}`
  await setIntent(tx, id, intentId)
  await confirmOrder(tx, id, claim.now)
  await insertPayment(
    tx,
    { orderId: id, intentId, amount, currency, refundReason: null, cardLastFour: null },
    claim.now,
  )
  const by = { as: 'buyer' as const, id: claim.buyerId }
  await moveOrder(tx, order, 'buyer_pays', { by, now: claim.now, facts: { intentId } })
  if (today) await recordHandOver(tx, order, claim, today)
}

async function recordHandOver(tx: Tx, order: OrderRow, claim: ClaimRequest, today: Date): Promise<void> {
  const [metAt, doneAt] = [2, 4].map((days) => new Date(claim.now.getTime() + days * DAY_MS)) as [Date, Date]
  const by = { as: 'buyer' as const, id: claim.buyerId }
  if (metAt <= today) await moveOrder(tx, { ...order, state: 'paid' }, 'buyer_confirms', { by, now: metAt })
  if (doneAt <= today)
    await moveOrder(tx, { ...order, state: 'handed_over' }, 'time_completes', { by: { as: 'time' }, now: doneAt })
}
