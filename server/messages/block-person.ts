import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { markDueBetween } from './answers/answers.sql.ts'
import { deleteBlock, findConversation, insertBlock, type ConversationRow } from './conversations.sql.ts'

type BlockServices = Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>

/**
 * Blocks a conversation's other side: messages between the two are refused, in every conversation. Orders go on.
 * Refuses conversations of others. Called twice, nothing happens the second time.
 */
export async function blockPerson(services: BlockServices, accountId: string, conversationId: string): Promise<void> {
  const { otherId } = await requireConversation(services, accountId, conversationId)
  await services.db.transaction().execute(async (tx) => {
    await insertBlock(tx, accountId, otherId, services.clock.now())
    await markDueBetween(tx, [accountId, otherId], services.clock.now())
  })
}

/** Takes that back. Refuses conversations of others. Called twice, nothing happens the second time. */
export async function unblockPerson(services: BlockServices, accountId: string, conversationId: string): Promise<void> {
  const { otherId } = await requireConversation(services, accountId, conversationId)
  await services.db.transaction().execute(async (tx) => {
    await deleteBlock(tx, accountId, otherId)
    await markDueBetween(tx, [accountId, otherId], services.clock.now())
  })
}

const requireConversation = async (services: BlockServices, accountId: string, id: string): Promise<ConversationRow> =>
  (await findConversation(services.db, id, accountId)) ??
  services.refuse('not_found', 'That isn’t one of your conversations.')
