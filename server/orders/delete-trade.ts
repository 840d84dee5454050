import type { Tx } from '#server/database/schema.ts'
import { deleteOrders } from './order-changes.sql.ts'

/**
 * Deletes every order of these accounts, with its payments and events: for invented people, such as the demo's. Copies
 * that they claimed or bought are for sale again. Orders of all others stay. Returns the card provider's ids of the
 * payments.
 */
export async function deleteTradeOf(tx: Tx, accountIds: string[], now: Date): Promise<string[]> {
  return deleteOrders(tx, accountIds, now)
}
