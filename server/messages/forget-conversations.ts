import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { forgetMessages } from './conversations.sql.ts'

/**
 * Hides from an account whatever was written in its conversations until now, for it has another owner than whoever wrote
 * and read that. The other sides keep theirs, and what they write from now on arrives. Called twice, it hides a little more.
 */
export async function forgetConversationsOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await markDueAround(tx, [accountId], now)
  await forgetMessages(tx, accountId)
}
