import type { SignedInPlace } from '#contract/accounts/sessions.ts'
import { refuse } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { deviceWords } from './device-words.ts'

type SessionServices = Pick<Services, 'identity'>

/** An account's sessions, the current one marked. */
export async function listSessions(
  { identity }: SessionServices,
  { identityId, sessionId }: SignedInAccount,
): Promise<SignedInPlace[]> {
  const sessions = await identity.listSessions(identityId)
  return sessions.map(({ id, signedInAt, userAgent }) => ({
    id,
    device: deviceWords(userAgent),
    signedInAt,
    isThisOne: id === sessionId,
  }))
}

/**
 * Ends a session at once: the provider notifies us, which ends every club token of the account; the other sessions get
 * new ones. Ignores another person's session. Safe to repeat.
 */
export async function endSession(
  { identity }: SessionServices,
  { identityId }: SignedInAccount,
  sessionId: string,
): Promise<void> {
  await identity.endSession(identityId, sessionId)
}

/** Ends every session but the current one. */
export async function endOtherSessions({ identity }: SessionServices, account: SignedInAccount): Promise<void> {
  // The browser then renews its token and retries.
  if (account.sessionId === undefined) return refuse('not_signed_in', 'Please sign in again to do this.')
  await identity.endOtherSessions(account.identityId, account.sessionId)
}

/**
 * Signs an account out on every device, this one included: the identity provider ends all sessions and notifies us,
 * which ends all club tokens. A second call has no valid token.
 */
export async function signOutEverywhere({ identity }: SessionServices, { identityId }: SignedInAccount): Promise<void> {
  await identity.endSessions(identityId)
}
