import { dayBefore } from '#contract/duration.ts'
import type { WrittenMail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findOpenAccountByEmail } from '../accounts.public.ts'
import { addressHash } from '../accounts.rules.ts'
import { limitsOf, mailboxOf } from './mail-limits.rules.ts'
import { deleteCountedMails, insertCountedMail, lockCountedMails } from './mail-limits.sql.ts'

/**
 * Counts an email against its mailbox's rate limits, and returns whether it may be sent. Limits emails that a stranger
 * may cause (a reset, a confirmation, a new email), and all to unconfirmed addresses. `last`: it may, and is the day's
 * last of its purpose. Counts in the database by a hash of the mailbox, over all accounts; a retry counts once. The
 * requester's answer doesn't show it, or it would reveal full mailboxes.
 */
export async function countMail(
  { db, clock, shop }: Pick<Services, 'db' | 'clock' | 'shop'>,
  { to: { address }, purpose = 'news' }: Pick<WrittenMail, 'to' | 'purpose'>,
  mailId: string,
): Promise<'yes' | 'last' | 'no'> {
  if (purpose === 'proven') return 'yes'
  const account = await findOpenAccountByEmail(db, address.toLowerCase())
  const limits = limitsOf(purpose, account?.emailVerified ?? false)
  if (limits.length === 0) return 'yes'
  const mail = { recipient: addressHash(mailboxOf(address), shop.addressSecret), mailId, purpose }
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { isCounted, others } = await lockCountedMails(tx, mail, limits, now)
    const left = Math.min(...limits.map(({ most }, place) => most - others[place]!))
    if (!isCounted && left <= 0) return 'no'
    if (!isCounted) await insertCountedMail(tx, mail, now)
    return left <= 1 ? 'last' : 'yes'
  })
}

/** Deletes counts older than every limit. */
export async function forgetCountedMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteCountedMails(db, dayBefore(clock.now()))
}
