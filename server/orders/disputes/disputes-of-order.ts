import type { Dispute } from '#contract/orders/disputes.ts'
import type { Db } from '#server/database/schema.ts'
import { listDisputesOfOrder, type DisputeRow } from './disputes.sql.ts'

/** Disputes of an order, oldest first; what concerns only the club is left out for its sides. */
export const disputesOf = async (db: Db, orderId: string, isForClub: boolean): Promise<Dispute[]> =>
  (await listDisputesOfOrder(db, orderId)).map((row) => shapeDispute(row, isForClub))

const shapeDispute = (row: DisputeRow, isForClub: boolean): Dispute => ({
  status: row.status,
  isInquiry: row.isInquiry,
  amount: row.amount,
  at: row.openedAt,
  endedAt: row.endedAt,
  respondBy: isForClub ? row.respondBy : null,
  cost: isForClub ? row.cost : null,
})
