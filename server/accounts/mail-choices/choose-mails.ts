import { mailGroupNames, type MailGroup } from '#contract/accounts/mail-choices.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { addMailsOff, findMailsOff, setMailsOff } from './mail-choices.sql.ts'
import { readStopToken } from './stop-link.ts'

/** The groups of emails that an account has turned off. */
export async function getMailChoices(
  { db }: Pick<Services, 'db'>,
  account: SignedInAccount,
): Promise<{ off: MailGroup[] }> {
  const off = await findMailsOff(db, account.id)
  return { off: mailGroupNames.filter((group) => off.includes(group)) }
}

/** Turns these groups off and all others on, also for emails still waiting to be sent. */
export async function chooseMails(
  { db }: Pick<Services, 'db'>,
  account: SignedInAccount,
  off: readonly MailGroup[],
): Promise<void> {
  await setMailsOff(db, account.id, [...new Set(off)])
}

/**
 * Unsubscribes from a group by an email's link, which gives no other right. Refuses forged links; called twice, it
 * changes nothing the second time.
 */
export async function stopMails(
  services: Pick<Services, 'db' | 'shop'> & Refuses<'not_found'>,
  token: string,
): Promise<void> {
  const link = readStopToken(services.shop.addressSecret, token)
  if (!link) return services.refuse('not_found', 'This link doesn’t work. Please copy all of it from the email.')
  await addMailsOff(services.db, link.accountId, link.group)
}
