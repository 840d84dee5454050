import { usableName } from '#contract/accounts/names.ts'
import type { Role } from '#contract/call.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { requireClaimableRole, requireName } from './accounts.rules.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { findAccountByIdentity, insertAccount } from './accounts.public.ts'
import { findProvenAccount } from './find-proven-account.ts'

/**
 * Creates the account of a proven identity. Refuses the role admin, names as `requireName` does, another address than the
 * proven one, an address that has an account under another identity, and a closed account. Called again for the same
 * identity, it changes nothing.
 */
export async function signUp(
  services: Pick<Services, 'db' | 'clock' | 'shop' | 'site'> &
    Refuses<'not_your_email' | 'role_not_allowed' | 'email_taken' | 'account_closed' | 'account_suspended'>,
  proof: Proof,
  wish: { name: string; email: string; role: Role },
): Promise<void> {
  requireOwnEmail(services, proof, wish.email)
  requireClaimableRole(services, wish.role)
  if (await findProvenAccount(services, proof)) return
  const { identityId, email, emailVerified, photoUrl } = proof
  // A provider's name that breaks our rules is dropped; signing up works all the same.
  const name = requireName(wish.name, services.site.name) || usableName(proof.name, services.site.name)
  const account = { identityId, email, emailVerified, photoUrl, name, role: wish.role }
  if (await insertAccount(services.db, account, services.clock.now())) return
  // Lost against a twin of this very request, or the address belongs to someone else.
  if (!(await findAccountByIdentity(services.db, identityId))) {
    services.refuse('email_taken', 'The email address is already in use by another account.', [
      { field: 'email', message: 'The email address is already in use by another account.' },
    ])
  }
}
