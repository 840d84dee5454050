import type { Tx } from '#server/database/schema.ts'
import { insertMovement, refundFrom } from '#server/orders/ledger/ledger.sql.ts'
import { movements } from '#server/orders/ledger/movements.rules.ts'
import type { PaymentRow } from '#server/orders/payments/payments.sql.ts'
import { listDisputesOfOrder, updateDispute } from './disputes.sql.ts'

/**
 * Makes the club bear up to `by` (minor units) of what a payment's lost disputes took from its seller, latest first:
 * that much had gone back to the buyer before. Runs on a locked order. Returns how much.
 */
export async function bearLess(
  tx: Tx,
  { id, orderId, currency }: Pick<PaymentRow, 'id' | 'orderId' | 'currency'>,
  by: number,
  now: Date,
): Promise<number> {
  if (by <= 0) return 0
  const disputes = (await listDisputesOfOrder(tx, orderId)).filter(({ paymentId }) => paymentId === id)
  const isSellers = (await refundFrom(tx, orderId, id)) === 'seller'
  let rest = by
  for (const dispute of disputes.toReversed()) {
    const amount = Math.min(rest, dispute.borne)
    if (amount === 0) continue
    await updateDispute(tx, dispute.id, { ...dispute, borne: dispute.borne - amount })
    const source = `${dispute.id} ${dispute.changes}`
    const { from: to, to: from } = movements.dispute_borne
    if (isSellers)
      await insertMovement(tx, { orderId, kind: 'dispute_borne', source, amount, currency, at: now, from, to })
    rest -= amount
  }
  return by - rest
}
