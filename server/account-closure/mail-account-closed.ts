import { href } from '#contract/href.ts'
import { mailText } from '#contract/mail-words.ts'
import type { Site } from '#contract/site.ts'
import { clubContact } from '#contract/wording.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { bookSealedMail } from '#server/mail/sealed-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'

type Closed = { by: 'themselves' } | { by: 'club'; reason: string }

/**
 * The last email to a person whose account is being closed. The address leaves the database with this transaction, so
 * the email is written already, and sealed.
 */
export function mailAccountClosed(
  tx: Tx,
  { sealer, site }: Pick<Services, 'sealer' | 'site'>,
  { name, email, emailVerified }: Pick<AccountRow, 'name' | 'email' | 'emailVerified'>,
  closed: Closed,
): Promise<void> {
  const mail: Mail = {
    to: { name, address: email },
    purpose: emailVerified ? 'proven' : 'news',
    subject: `Your ${site.name} account is closed`,
    text: mailText(closed.by === 'club' ? wordsOfClub(site, closed.reason) : wordsOfOwn(site)),
  }
  return bookSealedMail(tx, { sealer }, mail)
}

const WHAT_BECOMES =
  'Your unsold books are off the shop, and unpaid orders are cancelled. Of paid orders, the other person keeps your contact details for a while.'

const wordsOfOwn = ({ publicUrl }: Site) => [
  `You have closed your account. ${WHAT_BECOMES}`,
  `If the club still owes you money for a book you sold, write to it, with this email: ${publicUrl}${href('/contact')}`,
  `You’re welcome back any time: ${publicUrl}${href('/register')}`,
  `Wasn’t it you? Write to the club: ${publicUrl}${href('/contact')}`,
]

const wordsOfClub = (site: Site, reason: string) => [
  `${site.name} has closed your account, and you can’t sign in any more. ${WHAT_BECOMES}`,
  reason && `Why: “${reason}”`,
  `Do you disagree, is a book you paid for still missing, or does the club owe you money for one you sold? Write to the club, with this email: ${clubContact(site)}`,
]
