import { requireJoiningEmail } from './require-joining-email.ts'
import { usableName } from '#contract/accounts/names.ts'
import type { Role } from '#contract/call.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { requireClaimableRole, requireName } from './accounts.rules.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { findAccountByIdentity, insertAccount } from './accounts.public.ts'
import { findProvenAccount } from './find-proven-account.ts'
import { openAwaited } from './identity-moves/open-awaited.ts'

/**
 * Creates the account of a proven identity. Refuses the role admin, emails of domains that may not join, names as `requireName` does, an address other than
 * the proven one or with another identity's account, and a closed account. Called again for the same identity, it
 * changes nothing. With the email of an account from before a move to another identity provider, the refusal says how to
 * get that one.
 */
export async function signUp(
  services: Pick<Services, 'db' | 'clock' | 'shop' | 'site' | 'identity'> &
    Refuses<'not_your_email' | 'role_not_allowed' | 'email_taken' | 'account_closed' | 'account_suspended'>,
  proof: Proof,
  wish: { name: string; email: string; role: Role },
): Promise<void> {
  requireOwnEmail(services, proof, wish.email)
  requireClaimableRole(services, wish.role)
  if (await findProvenAccount(services, proof)) return
  const howToOpen = await openAwaited(services, proof)
  if (howToOpen) refuseTaken(services, howToOpen)
  requireJoiningEmail(services.site, proof.email)
  const { identityId, email, emailVerified, photoUrl } = proof
  // An invalid name from the provider is dropped; the sign-up goes on.
  const name = requireName(wish.name, services.site.name) || usableName(proof.name, services.site.name)
  const account = { identityId, email, emailVerified, photoUrl, name, role: wish.role }
  if (await insertAccount(services.db, account, services.clock.now())) return
  // A concurrent duplicate won, or the address belongs to another identity.
  if (!(await findAccountByIdentity(services.db, identityId))) {
    refuseTaken(services, 'The email address is already in use by another account.')
  }
}

const refuseTaken = (services: Refuses<'email_taken'>, message: string): never =>
  services.refuse('email_taken', message, [{ field: 'email', message }])
