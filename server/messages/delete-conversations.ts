import type { Tx } from '#server/database/schema.ts'
import { deleteConversations } from './conversations.sql.ts'

/** Removes every conversation of these accounts: for people who never were, such as the demo's. */
export async function deleteConversationsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await deleteConversations(tx, accountIds)
}
