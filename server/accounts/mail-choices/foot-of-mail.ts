import { MAIL_CHOICES_PAGE, mailGroups, type MailGroup } from '#contract/accounts/mail-choices.ts'
import { link, type MailBlock } from '#contract/mail-blocks.ts'
import type { Services } from '#server/services.ts'
import { findReader } from './mail-choices.sql.ts'
import { stopLinkOf } from './stop-link.ts'

/** What stands below an email that can be turned off, and the link that turns it off; without both for strangers. */
export interface MailFoot {
  foot: readonly MailBlock[]
  stopLink?: string
}

/** Why an email of a group comes to this address, and how to stop it. Null where the reader has unsubscribed. */
export async function footOfMail(
  { db, shop, site }: Pick<Services, 'db' | 'shop' | 'site'>,
  address: string,
  group: MailGroup,
): Promise<MailFoot | null> {
  const reader = await findReader(db, address)
  if (!reader) return { foot: [] }
  if (reader.off.includes(group)) return null
  const stopLink = stopLinkOf(site.publicUrl, shop.addressSecret, { accountId: reader.id, group })
  return { foot: footOf(site, group, stopLink), stopLink }
}

export const footOf = (
  { publicUrl }: Pick<Services['site'], 'publicUrl'>,
  group: MailGroup,
  stopLink: string,
): MailBlock[] => [
  `This email is one of these: ${mailGroups[group].ofThese}. You can turn them off.`,
  link('No more of these', stopLink),
  link('Choose which emails you get', `${publicUrl}${MAIL_CHOICES_PAGE}`),
]
