import { API_BASE } from '#contract/call.ts'
import { exampleNames } from '#contract/examples.ts'
import type { ListedMail } from '#contract/settings/mails.ts'
import { footOf } from '#server/accounts/mail-choices/foot-of-mail.ts'
import { stopLinkOf } from '#server/accounts/mail-choices/stop-link.ts'
import { readSignedToken, signedToken } from '#server/accounts/signed-token.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { MailForm } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'

type MailListServices = Pick<Services, 'mailForms' | 'site' | 'shop'>

export const MAIL_PREVIEW_PATH = `${API_BASE}/emails/page/`
const PURPOSE = 'look at an email'

/** Lists every form of every email, with example facts. */
export function listMails(services: MailListServices): ListedMail[] {
  const { mailForms, shop } = services
  return mailForms.map((form, place) => {
    const { subject, text } = rendered(services, form)
    const page = MAIL_PREVIEW_PATH + signedToken(shop.addressSecret, PURPOSE, [String(place)])
    return { group: form.group === 'always' ? null : form.group, to: form.to, when: form.when, subject, text, page }
  })
}

/**
 * The HTML of one of them; null for an address that `listMails` didn't give. A frame can't send a token, so the address
 * itself is signed.
 */
export function getMailPage(services: MailListServices, token: string): string | null {
  const [place] = readSignedToken(services.shop.addressSecret, PURPOSE, token) ?? []
  const form = place === undefined ? undefined : services.mailForms[Number(place)]
  return form ? rendered(services, form).html : null
}

function rendered({ site, shop }: MailListServices, { group, write }: MailForm) {
  const words = write(site)
  // Nobody's account: the link turns nothing off.
  const stopLink = stopLinkOf(site.publicUrl, shop.addressSecret, { accountId: '…', group: 'orders' })
  const foot = group === 'always' ? [] : footOf(site, group, stopLink)
  return {
    subject: words.subject,
    ...renderMail({ ...words, greeting: `Hello ${exampleNames.seller},`, foot }, site),
  }
}
