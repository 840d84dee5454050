import { ID_PATTERN } from '#contract/ids.ts'
import { signedToken, readSignedToken } from '#server/accounts/signed-token.ts'
import { href } from '#contract/href.ts'
import { groupOfLink, STOP_MAILS_PAGE, type MailGroup } from '#contract/accounts/mail-choices.ts'

/**
 * The account and the group of an unsubscribe link. It shows no address and gives no other right, so it never expires.
 */
export interface StopLink {
  accountId: string
  group: MailGroup
}

/** Address of the unsubscribe page, below this shop's own; a POST to it unsubscribes at once. */
export const stopLinkOf = (publicUrl: string, secret: string, link: StopLink): string =>
  publicUrl + href(STOP_MAILS_PAGE, stopToken(secret, link))

const PURPOSE = 'stop emails'

export const stopToken = (secret: string, { accountId, group }: StopLink): string =>
  signedToken(secret, PURPOSE, [group, accountId])

/** Verifies the token of a link; null for a forged one. */
export function readStopToken(secret: string, token: string): StopLink | null {
  const [, accountId = ''] = readSignedToken(secret, PURPOSE, token) ?? []
  const group = groupOfLink(token)
  return group && ID_PATTERN.test(accountId) ? { accountId, group } : null
}
