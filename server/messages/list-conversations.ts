import type { Page } from '#contract/call.ts'
import type { Conversation, Message } from '#contract/messages/messages.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import {
  findConversation,
  listConversationRows,
  newestFirst,
  type ConversationRow,
  type Subject,
} from './conversations.sql.ts'
import { latestFirst, listMessageRows, sumUnread } from './messages.sql.ts'
import { shapeConversation, shapeMessage } from './messages.shape.ts'

type ReadServices = Pick<Services, 'db'>
type GetServices = ReadServices & Refuses<'not_found'>

/** One page of an account's conversations; filtered by book or order, if given. */
export async function listConversations(
  { db }: ReadServices,
  accountId: string,
  subject: Subject | null,
  page: PageRequest<'newest'>,
): Promise<Page<Conversation>> {
  const rows = await listConversationRows(db, accountId, subject, keysetOf(page, newestFirst))
  return pageOf(rows, page, shapeConversation)
}

/** Returns a conversation of an account; not found for others. */
export async function getConversation(services: GetServices, accountId: string, id: string): Promise<Conversation> {
  return shapeConversation(await getRow(services, accountId, id))
}

const getRow = async (services: GetServices, accountId: string, id: string): Promise<ConversationRow> =>
  (await findConversation(services.db, id, accountId)) ??
  services.refuse('not_found', 'That isn’t one of your conversations.')

/** One page of a conversation's messages, newest first. */
export async function listMessages(
  services: GetServices,
  accountId: string,
  id: string,
  page: PageRequest<'newest'>,
): Promise<Page<Message>> {
  const conversation = await getRow(services, accountId, id)
  const rows = await listMessageRows(services.db, conversation, keysetOf(page, latestFirst))
  return pageOf(rows, page, (row) => shapeMessage(row, accountId))
}

/** How many messages an account hasn't read, in all conversations. */
export const countUnread = async ({ db }: ReadServices, accountId: string): Promise<{ unread: number }> => ({
  unread: await sumUnread(db, accountId),
})
