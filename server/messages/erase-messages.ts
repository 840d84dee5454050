import { DAY_MS } from '#contract/duration.ts'
import { CLOSED_CONTACTS_DAYS } from '#contract/orders/contacts-open.ts'
import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { eraseTexts } from './messages.sql.ts'
import { deleteQuestion } from './waiting/waiting-questions.sql.ts'
import { deleteConversations, forgetMessages } from './conversations.sql.ts'

/**
 * Erases messages of closed accounts, of one or of all; conversations stay, with what others wrote. While the two have
 * an open order, the messages stay as long as its contacts. Safe to repeat.
 */
export async function eraseMessagesOfClosed(tx: Tx, accountId: string | null, now: Date): Promise<void> {
  // They can't be answered any more.
  if (accountId !== null) {
    await markDueAround(tx, [accountId], now)
    await deleteQuestion(tx, accountId)
  }
  await eraseTexts(tx, accountId, new Date(now.getTime() - CLOSED_CONTACTS_DAYS * DAY_MS))
}

/**
 * Hides all messages so far from an account that gets another owner, and discards the one that waits. The other sides still see theirs, and new messages
 * arrive. Called twice, it hides messages that came in between.
 */
export async function forgetConversationsOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await markDueAround(tx, [accountId], now)
  await deleteQuestion(tx, accountId)
  await forgetMessages(tx, accountId)
}

/** Deletes every conversation of invented accounts, such as the demo's. */
export async function deleteConversationsOf(tx: Tx, accountIds: string[], now: Date): Promise<void> {
  await markDueAround(tx, accountIds, now)
  await deleteConversations(tx, accountIds)
}
