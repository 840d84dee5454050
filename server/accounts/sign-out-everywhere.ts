import type { Services } from '#server/services.ts'
import type { SignedInAccount } from './accounts.public.ts'

/**
 * Signs an account out on every device, this one included: the identity provider ends all sessions and notifies us,
 * which ends all club tokens. A second call has no valid token.
 */
export async function signOutEverywhere(
  services: Pick<Services, 'identity'>,
  account: Pick<SignedInAccount, 'identityId'>,
): Promise<void> {
  await services.identity.endSessions(account.identityId)
}
