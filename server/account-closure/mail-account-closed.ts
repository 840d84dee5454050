import { href } from '#contract/href.ts'
import { quote, type MailWords } from '#contract/mail-blocks.ts'
import type { Site } from '#contract/site.ts'
import { clubContact } from '#contract/wording.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { bookSealedMail } from '#server/mail/sealed-mail.ts'
import type { MailForm } from '#server/ports/mail.ts'
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
  const words = closed.by === 'club' ? wordsOfClub(site, closed.reason) : wordsOfOwn(site)
  return bookSealedMail(
    tx,
    { sealer },
    {
      to: { name, address: email },
      purpose: emailVerified ? 'proven' : 'news',
      ...words,
    },
  )
}

const WHAT_BECOMES =
  'Your unsold books are removed from the shop, and unpaid orders are cancelled. For paid orders, the other person keeps your contact details for a while.'

const wordsOfOwn = ({ name, publicUrl }: Site): MailWords => ({
  subject: `Your ${name} account is closed`,
  blocks: [
    `You have closed your account. ${WHAT_BECOMES}`,
    `If the club still owes you money for a book you sold, write to the club from this email address: ${publicUrl}${href('/contact')}`,
    `You’re welcome back any time: ${publicUrl}${href('/register')}`,
    `Wasn’t that you? Write to the club: ${publicUrl}${href('/contact')}`,
  ],
})

const wordsOfClub = (site: Site, reason: string): MailWords => ({
  subject: `Your ${site.name} account is closed`,
  blocks: [
    `${site.name} has closed your account, and you can’t sign in any more. ${WHAT_BECOMES}`,
    quote('Why', reason),
    `Do you disagree, is a book you paid for still missing, or does the club owe you money for one you sold? Write to the club from this email address: ${clubContact(site)}`,
  ],
})

/** What they look like, for admins. */
export const accountClosedForms: readonly MailForm[] = [
  { to: 'A member', when: 'They close their account', group: 'always', write: wordsOfOwn },
  {
    to: 'A member',
    when: 'An admin closes their account',
    group: 'always',
    write: (site) => wordsOfClub(site, 'Twice no book was sent.'),
  },
]
