import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findOpenAccountByEmail } from '../accounts.public.ts'
import { addressHash } from '../accounts.rules.ts'
import { DAY_MS, limitsOf, mailboxOf } from './mail-limits.rules.ts'
import { deleteCountedMails, insertCountedMail, lockCountedMails } from './mail-limits.sql.ts'

/**
 * Whether an email may go out: what anybody can have sent (a reset, a confirmation, a new email) is limited for each
 * recipient, and so is all that goes to an address that isn't confirmed, because it may be a stranger's. `last`: it may,
 * and nothing more of its purpose for a day. Counted by a hash of the address in the database, over all accounts; the same
 * mail again is counted once. Who asked for it isn't told: the answer would say whose mailbox others have filled.
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
  await deleteCountedMails(db, new Date(clock.now().getTime() - DAY_MS))
}
