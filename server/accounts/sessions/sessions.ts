import type { SignedInPlace } from '#contract/accounts/sessions.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { deviceWords } from './device-words.ts'

type SessionServices = Pick<Services, 'identity'> & Refuses<'not_offered'>

const notApart = ({ refuse }: Refuses<'not_offered'>): never =>
  refuse('not_offered', 'This shop can’t tell your devices apart. Log out on each of them, or change your password.')

/** Who has a club token has signed in since any move to another provider. */
const identityOf = ({ identityId }: SignedInAccount): string =>
  identityId ?? refuse('not_signed_in', 'Please sign in again to do this.')

/** An account's sessions, the current one marked. Refuses where the provider can't tell sessions apart. */
export async function listSessions(services: SessionServices, account: SignedInAccount): Promise<SignedInPlace[]> {
  const sessions = await (services.identity.sessions ?? notApart(services)).list(identityOf(account))
  return sessions.map(({ id, signedInAt, userAgent }) => ({
    id,
    device: deviceWords(userAgent),
    signedInAt,
    isThisOne: id === account.sessionId,
  }))
}

/**
 * Ends a session at once: the provider notifies us, which ends every club token of the account; the other sessions get
 * new ones. Ignores another person's session, and refuses as `listSessions` does. Safe to repeat.
 */
export async function endSession(
  services: SessionServices,
  account: SignedInAccount,
  sessionId: string,
): Promise<void> {
  await (services.identity.sessions ?? notApart(services)).end(identityOf(account), sessionId)
}

/** Ends every session but the current one; refuses as `listSessions` does. */
export async function endOtherSessions(services: SessionServices, account: SignedInAccount): Promise<void> {
  // The browser then renews its token and retries.
  if (account.sessionId === undefined) return refuse('not_signed_in', 'Please sign in again to do this.')
  await (services.identity.sessions ?? notApart(services)).endOthers(identityOf(account), account.sessionId)
}

/**
 * Signs an account out on every device, this one included: the identity provider ends all sessions and notifies us,
 * which ends all club tokens. Refuses where the shop may not do that at the provider. A second call has no valid token.
 */
export async function signOutEverywhere(services: SessionServices, account: SignedInAccount): Promise<void> {
  const { management } = services.identity
  if (!management) services.refuse('not_offered', 'This shop can’t sign out your other devices. Change your password.')
  await management?.endSessions(identityOf(account))
}
