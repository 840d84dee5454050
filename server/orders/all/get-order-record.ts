import type { OrderRecord } from '#contract/orders/order-record.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { findSides, listAdminsActs, listMovements, listReadings } from './order-record.sql.ts'

/**
 * Returns what only admins see of an order: both sides, the admins' acts and the money's movements. Refuses unknown
 * orders.
 */
export async function getOrderRecord(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  orderId: string,
): Promise<OrderRecord> {
  const { db } = services
  const sides = await findSides(db, orderId)
  if (!sides) return services.refuse('not_found', 'We can’t find that order.')
  const { buyerId, buyerName, sellerId, sellerName, cardLastFour } = sides
  return {
    buyer: { id: buyerId, name: buyerName },
    seller: { id: sellerId, name: sellerName },
    cardLastFour,
    acts: await listAdminsActs(db, orderId),
    movements: await listMovements(db, orderId),
    readings: await listReadings(db, orderId),
  }
}
