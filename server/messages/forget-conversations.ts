import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { forgetMessages } from './conversations.sql.ts'

/**
 * Hides all messages so far from an account that gets another owner. The other sides still see theirs, and new messages
 * arrive. Called twice, it hides messages that came in between.
 */
export async function forgetConversationsOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await markDueAround(tx, [accountId], now)
  await forgetMessages(tx, accountId)
}
