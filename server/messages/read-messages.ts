import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { lockConversation } from './conversations.sql.ts'
import { setRead } from './messages.sql.ts'

/**
 * Marks a conversation as read up to a message, and returns the number still unread. Refuses conversations of others.
 * Called twice, or with an earlier message, it changes nothing.
 */
export async function readMessages(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  accountId: string,
  conversationId: string,
  upTo: number,
): Promise<{ unread: number }> {
  return services.db.transaction().execute(async (tx) => {
    const conversation = await lockConversation(tx, conversationId, accountId)
    if (!conversation) return services.refuse('not_found', 'That isn’t one of your conversations.')
    const read = { conversationId, accountId, upTo: Math.min(upTo, conversation.lastNumber) }
    return { unread: await setRead(tx, read) }
  })
}
