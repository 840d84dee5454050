import { MAIL_CHOICES_PAGE, mailGroups, type MailGroup } from '#contract/accounts/mail-choices.ts'
import { link, type MailBlock } from '#contract/mail-blocks.ts'
import type { Services } from '#server/services.ts'
import type { MailPreference } from '#server/ports/mail.ts'
import type { MailReader } from './mail-reader.public.ts'
import { stopLinkOf } from './stop-link.ts'

/** What stands below an email that can be turned off, and the link that turns it off; without both for strangers. */
export interface MailFoot {
  foot: readonly MailBlock[]
  stopLink?: string
}

/** Why an email of a group comes to this reader, and how to stop it. Null where they have unsubscribed. */
export function footOfMail(
  { shop, site }: Pick<Services, 'shop' | 'site'>,
  reader: MailReader | null,
  group: MailPreference,
): MailFoot | null {
  if (!reader || group === 'always') return { foot: [] }
  if (reader.off.includes(group)) return null
  const stopLink = stopLinkOf(site.publicUrl, shop.addressSecret, { accountId: reader.id, group })
  return { foot: footOf(site, group, stopLink), stopLink }
}

export const footOf = (
  { publicUrl }: Pick<Services['site'], 'publicUrl'>,
  group: MailGroup,
  stopLink: string,
): MailBlock[] => [
  `You get this because emails of this kind are on: ${mailGroups[group].ofThese}.`,
  link('Unsubscribe', stopLink),
  link('Choose which emails you get', `${publicUrl}${MAIL_CHOICES_PAGE}`),
]
