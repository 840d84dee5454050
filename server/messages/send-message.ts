import { dayBefore } from '#contract/duration.ts'
import { namesContacts } from '#contract/messages/contact-words.ts'
import { EMAIL_AFTER_MINUTES, type Message } from '#contract/messages/messages.ts'
import { mayWrite, noWritingWords } from '#contract/messages/messages.policy.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { unreadMail } from './unread-mail.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { markDue } from './answers/answers.sql.ts'
import { lockConversation } from './conversations.sql.ts'
import { countSentSince, findMessage, insertMessage, type MessageRow } from './messages.sql.ts'
import { requireFewMessages } from './messages.rules.ts'
import { hasOpenContacts, shapeMessage } from './messages.shape.ts'

export type WritingRefusal = 'not_found' | 'account_gone' | 'person_blocked' | 'messages_declined' | 'too_many_messages'
type WriteServices = Pick<Services, 'clock'> & Refuses<WritingRefusal>

export interface Writing {
  /** Idempotency key, made by the sender's browser. */
  messageId: string
  text: string
}

export interface Sent {
  conversationId: string
  message: Message
  hint?: 'contacts'
}

/**
 * Sends a message in a conversation of the sender. Its recipient gets one email if it is still unread some minutes
 * later, and no other until all is read. Refuses conversations of others, blocked pairs, closed accounts, and more than a day's limit. Called twice under the same message id, it returns the same message and does
 * nothing else.
 */
export async function sendMessage(
  services: WriteServices & Pick<Services, 'db'>,
  senderId: string,
  conversationId: string,
  writing: Writing,
): Promise<Sent> {
  return services.db.transaction().execute(async (tx) => {
    // Serialises what an account sends: retries, and the day's limit.
    const sender = await lockOpenAccount(tx, senderId)
    return writeMessage(services, tx, sender, conversationId, writing)
  })
}

/** The same, inside a transaction that has locked the sender's account. */
export async function writeMessage(
  services: WriteServices,
  tx: Tx,
  sender: AccountRow,
  conversationId: string,
  { messageId, text }: Writing,
): Promise<Sent> {
  const conversation = await lockConversation(tx, conversationId, sender.id)
  if (!conversation) return services.refuse('not_found', 'That isn’t one of your conversations.')
  const answer = (written: MessageRow): Sent => ({
    conversationId,
    message: shapeMessage(written, sender.id),
    ...(namesContacts(text) && !hasOpenContacts(conversation) && { hint: 'contacts' as const }),
  })
  const before = await findMessage(tx, messageId)
  if (before?.senderId === sender.id && before.conversationId === conversationId) return answer(before)
  const may = mayWrite(conversation)
  if (may !== 'yes') services.refuse(may, noWritingWords[may])
  const now = services.clock.now()
  requireFewMessages(services, await countSentSince(tx, sender.id, dayBefore(now)))
  const written = await insertMessage(tx, { id: messageId, conversationId, senderId: sender.id, text, now })
  if (!written)
    return refuse('invalid_input', 'Another message has this id already.', [
      { field: 'messageId', message: 'Another message has this id already' },
    ])
  const { recipientId: accountId, mailNumber, number, isFirst } = written
  if (isFirst) await markDue(tx, sender.id === conversation.askerId ? accountId : sender.id, now)
  const mailAt = new Date(now.getTime() + EMAIL_AFTER_MINUTES * 60_000)
  if (mailNumber === number) await unreadMail.book(tx, { conversationId, accountId, number }, mailAt)
  return answer(written)
}
