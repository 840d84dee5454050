import { MAIL_CHOICES_PAGE, mailGroups, type MailGroup } from '#contract/accounts/mail-choices.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findReader } from './mail-choices.sql.ts'
import { stopLinkOf } from './stop-link.ts'

/** Adds to an email why it comes and an unsubscribe link. Null where the reader has unsubscribed. */
export async function applyMailPreferences(
  { db, shop, site }: Pick<Services, 'db' | 'shop' | 'site'>,
  mail: Mail,
  group: MailGroup,
): Promise<Mail | null> {
  const reader = await findReader(db, mail.to.address)
  if (!reader) return mail
  if (reader.off.includes(group)) return null
  const link = stopLinkOf(site.publicUrl, shop.addressSecret, { accountId: reader.id, group })
  const foot = [
    '-- ',
    `This email is one of these: ${mailGroups[group].ofThese}. You can turn them off.`,
    `No more of these: ${link}`,
    `Choose which emails you get: ${site.publicUrl}${MAIL_CHOICES_PAGE}`,
  ]
  return { ...mail, text: `${mail.text}\n${foot.join('\n')}\n`, stopLink: link }
}
