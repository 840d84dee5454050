import type { Tx } from '#server/database/schema.ts'
import { deleteOrders } from './order-changes.sql.ts'

/**
 * Removes every order in which these accounts are a side, with its payments and events: for people who never were, such
 * as the demo's. Copies that they claimed or bought are for sale again. Orders of everybody else stay for good. Answers
 * what the card provider calls the payments of these orders.
 */
export async function deleteTradeOf(tx: Tx, accountIds: string[], now: Date): Promise<string[]> {
  return deleteOrders(tx, accountIds, now)
}
