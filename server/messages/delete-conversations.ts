import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { deleteConversations } from './conversations.sql.ts'

/** Deletes every conversation of invented accounts, such as the demo's. */
export async function deleteConversationsOf(tx: Tx, accountIds: string[], now: Date): Promise<void> {
  await markDueAround(tx, accountIds, now)
  await deleteConversations(tx, accountIds)
}
