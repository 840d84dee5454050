import { createHmac, timingSafeEqual } from 'node:crypto'
import { ID_PATTERN } from '#contract/ids.ts'
import { groupOfLink, STOP_MAILS_PAGE, type MailGroup } from '#contract/accounts/mail-choices.ts'

/** Whose emails of which group a link ends. It says no address and opens nothing, so it may be passed on and kept. */
export interface StopLink {
  accountId: string
  group: MailGroup
}

/** The address of the page that does it, below this shop's own; a POST to it does it at once. */
export const stopLinkOf = (publicUrl: string, secret: string, link: StopLink): string =>
  `${publicUrl}${STOP_MAILS_PAGE}/${stopToken(secret, link)}`

export const stopToken = (secret: string, { accountId, group }: StopLink): string =>
  `${group}.${accountId}.${signatureOf(secret, group, accountId)}`

/** Null for what this shop has not signed. */
export function readStopToken(secret: string, token: string): StopLink | null {
  const [, accountId = '', signature = ''] = token.split('.')
  const group = groupOfLink(token)
  if (!group || !ID_PATTERN.test(accountId)) return null
  const [given, right] = [signature, signatureOf(secret, group, accountId)].map((text) => Buffer.from(text))
  return given!.length === right!.length && timingSafeEqual(given!, right!) ? { accountId, group } : null
}

// No email address has a line break, so this key's other use, hashing these, is never the same.
const signatureOf = (secret: string, group: MailGroup, accountId: string) =>
  createHmac('sha256', secret).update(`stop emails\n${group}\n${accountId}`).digest('base64url')
