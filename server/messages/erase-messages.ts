import { DAY_MS } from '#contract/duration.ts'
import { CLOSED_CONTACTS_DAYS } from '#contract/accounts/closed-accounts.ts'
import type { Tx } from '#server/database/schema.ts'
import { markDueAround } from './answers/answers.sql.ts'
import { eraseTexts } from './messages.sql.ts'

/**
 * Removes what people wrote whose accounts are closed, of one or of all of them; the conversations stay, with what
 * others wrote. Where the two have an order that is not over, the words stay as long as the contacts in it. May be
 * called as often as jobs like to.
 */
export async function eraseMessagesOfClosed(tx: Tx, accountId: string | null, now: Date): Promise<void> {
  // They can't be answered any more.
  if (accountId !== null) await markDueAround(tx, [accountId], now)
  await eraseTexts(tx, accountId, new Date(now.getTime() - CLOSED_CONTACTS_DAYS * DAY_MS))
}
