import { ID_PATTERN } from '#contract/ids.ts'
import { signedToken, readSignedToken } from '#server/accounts/signed-token.ts'
import { href } from '#contract/href.ts'
import { groupOfLink, STOP_MAILS_PAGE, type MailGroup } from '#contract/accounts/mail-choices.ts'

/** The account and the group whose emails a link ends. It shows no address and opens nothing else, so it needs no end. */
export interface StopLink {
  accountId: string
  group: MailGroup
}

/** The address of the page that does it, below this shop's own; a POST to it does it at once. */
export const stopLinkOf = (publicUrl: string, secret: string, link: StopLink): string =>
  publicUrl + href(STOP_MAILS_PAGE, stopToken(secret, link))

const PURPOSE = 'stop emails'

export const stopToken = (secret: string, { accountId, group }: StopLink): string =>
  signedToken(secret, PURPOSE, [group, accountId])

/** Null for what this shop has not signed. */
export function readStopToken(secret: string, token: string): StopLink | null {
  const [, accountId = ''] = readSignedToken(secret, PURPOSE, token) ?? []
  const group = groupOfLink(token)
  return group && ID_PATTERN.test(accountId) ? { accountId, group } : null
}
