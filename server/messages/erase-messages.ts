import { DAY_MS } from '#contract/duration.ts'
import { CLOSED_CONTACTS_DAYS } from '#contract/orders/contacts-open.ts'
import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { eraseTexts } from './messages.sql.ts'

/**
 * Erases messages of closed accounts, of one or of all; conversations stay, with what others wrote. While the two have
 * an open order, the messages stay as long as its contacts. Safe to repeat.
 */
export async function eraseMessagesOfClosed(tx: Tx, accountId: string | null, now: Date): Promise<void> {
  // They can't be answered any more.
  if (accountId !== null) await markDueAround(tx, [accountId], now)
  await eraseTexts(tx, accountId, new Date(now.getTime() - CLOSED_CONTACTS_DAYS * DAY_MS))
}
