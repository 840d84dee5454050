import type { Tx } from '#server/database/schema.ts'
import { isToGiveByHand, reduceRefund, type RefundRow } from './refunds.sql.ts'

/** Withdraws wanted or failed refunds whose money went back another way, latest first. Returns how much of `missing`. */
export async function makeRoom(tx: Tx, refunds: readonly RefundRow[], missing: number, now: Date): Promise<number> {
  let rest = missing
  for (const unmade of refunds.filter((refund) => !refund.doneAt || isToGiveByHand(refund)).toReversed()) {
    if (rest <= 0) break
    const by = Math.min(rest, unmade.amount)
    await reduceRefund(tx, unmade, by, now)
    rest -= by
  }
  return missing - rest
}
