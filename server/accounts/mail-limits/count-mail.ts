import { dayBefore } from '#contract/duration.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findOpenAccountByEmail } from '../accounts.public.ts'
import { addressHash } from '../accounts.rules.ts'
import { limitsOf, mailboxOf } from './mail-limits.rules.ts'
import { deleteCountedMails, insertCountedMail, lockCountedMails } from './mail-limits.sql.ts'

/**
 * Counts an email against the limits of its mailbox, and says whether it may go out. Limited are emails that a stranger
 * may cause (a reset, a confirmation, a new email), and all to an address that isn't confirmed. `last`: it may, and nothing
 * more of its purpose for a day. Counted in the database by a hash of the mailbox, over all accounts; the same mail again
 * counts once. The requester's answer doesn't show it, or it would tell whose mailbox is full.
 */
export async function countMail(
  { db, clock, shop }: Pick<Services, 'db' | 'clock' | 'shop'>,
  { to: { address }, purpose = 'news' }: Pick<Mail, 'to' | 'purpose'>,
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

/** Forgets what no limit counts any more. */
export async function forgetCountedMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteCountedMails(db, dayBefore(clock.now()))
}
