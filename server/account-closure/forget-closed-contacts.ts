import { DAY_MS } from '#contract/duration.ts'
import { CLOSED_CONTACTS_DAYS } from '#contract/orders/contacts-open.ts'
import { eraseMessagesOfClosed } from '#server/messages/erase-messages.ts'
import { forgetUnneededBankDetails } from '#server/orders/bank-details/forget-bank-details.ts'
import { forgetClosedBefore } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'

/**
 * Deletes a closed account's contacts from paid orders after half a year: by then the two have met or turned to the
 * operator; what it wrote, where an order is over since; and its bank details, once nothing is owed to it. May be called as often as jobs like to.
 */
export async function forgetClosedContacts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - CLOSED_CONTACTS_DAYS * DAY_MS)
  await db.transaction().execute(async (tx) => {
    await forgetClosedBefore(tx, before)
    await eraseMessagesOfClosed(tx, null, clock.now())
    await forgetUnneededBankDetails(tx)
  })
}
