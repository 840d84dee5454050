import type { SignedInPlace } from '#contract/accounts/sessions.ts'
import { refuse } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { deviceWords } from './device-words.ts'

type SessionServices = Pick<Services, 'identity'>

/** An account's sessions, the asking one marked. */
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
 * Ends one session at once: the provider notifies us, which ends every club token of the account, and those who are still
 * signed in get new ones by their own sessions. Another person's session is none of this one's; twice is as once.
 */
export async function endSession(
  { identity }: SessionServices,
  { identityId }: SignedInAccount,
  sessionId: string,
): Promise<void> {
  await identity.endSession(identityId, sessionId)
}

/** Ends every session but the one that asks. */
export async function endOtherSessions({ identity }: SessionServices, account: SignedInAccount): Promise<void> {
  // The browser renews its token at that, and asks again.
  if (account.sessionId === undefined) return refuse('not_signed_in', 'Please sign in again to do this.')
  await identity.endOtherSessions(account.identityId, account.sessionId)
}
