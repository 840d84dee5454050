import type { GenericEndpointContext } from '@better-auth/core'
import { randomBytes } from 'node:crypto'

type Verifications = Pick<
  GenericEndpointContext['context']['internalAdapter'],
  'createVerificationValue' | 'findVerificationValue' | 'consumeVerificationValue'
>
/** What a mailed link is for. better-auth itself makes those of resets, too. */
type Purpose = 'reset-password' | 'sign-in-link'

const identifier = (purpose: Purpose, token: unknown) => `${purpose}:${String(token)}`

/**
 * Makes a token of a mailed link to a person. The table has its hash alone, and the person as its value, so that
 * `revokeLinks` ends it with the others.
 */
export async function makeLinkToken(
  verifications: Verifications,
  purpose: Purpose,
  userId: string,
  lastsMs: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + lastsMs)
  await verifications.createVerificationValue({ identifier: identifier(purpose, token), value: userId, expiresAt })
  return token
}

/** The person of a mailed link, which stays; null where it has expired or was used. */
export async function findLinkOwner(
  verifications: Verifications,
  purpose: Purpose,
  token: unknown,
): Promise<string | null> {
  return valid(await verifications.findVerificationValue(identifier(purpose, token)))
}

/** The same for its one use. Of several at once, one gets the person. */
export async function consumeLink(
  verifications: Verifications,
  purpose: Purpose,
  token: unknown,
): Promise<string | null> {
  return valid(await verifications.consumeVerificationValue(identifier(purpose, token)))
}

const valid = (found: { value: string; expiresAt: Date } | null) =>
  found && found.expiresAt > new Date() ? found.value : null
